"""What the command line and the judge say, in English and in Chinese.

One table from a key to both texts; `say` looks a text up and fills it in.
"""

from __future__ import annotations

from typing import Final

from tractor_core.errors import Reason
from tractor_core.phrases import PHRASES
from tractor_core.presets import PRESETS

__all__ = ["LANGUAGES", "MESSAGES", "say"]

LANGUAGES: Final = ("en", "zh")

MESSAGES: Final[dict[str, tuple[str, str]]] = {
    # names of things
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    "trump": ("trump", "主牌"),
    "d": ("diamonds", "方块"),
    "c": ("clubs", "梅花"),
    "h": ("hearts", "红桃"),
    "s": ("spades", "黑桃"),
    "NT": ("no trump", "无主"),
    "single": ("single", "单张"),
    "pair": ("pair", "对子"),
    "triple": ("triple", "三张"),
    "tractor": ("tractor", "拖拉机"),
    "titanic": ("Titanic", "泰坦尼克"),
    "leads": ("leads", "首家"),
    "follows": ("follows", "跟牌"),
    "ruffs": ("ruffs", "毙"),
    "over-ruffs": ("over-ruffs", "盖毙"),
    "discards": ("discards", "垫牌"),
    "agree": ("agree", "一致"),
    "differ": ("differ", "不符"),
    "unsupported": ("unsupported", "不支持"),
    # headings and first columns
    "unit": ("unit", "牌型"),
    "copies": ("copies", "张数"),
    "length": ("length", "连数"),
    "suit": ("suit", "花色"),
    "cards": ("cards", "牌"),
    "high_to_low": ("high to low", "由大到小"),
    "beaten_by": ("beaten by", "大于它的"),
    "seat": ("seat", "座位"),
    "role": ("does", "出法"),
    "points": ("points", "分"),
    "outcome": ("outcome", "结果"),
    "row": ("row", "牌例"),
    "ask": ("ask", "所问"),
    "title": ("title and reason", "题目与说明"),
    "stands": ("stands", "甩成"),
    "led": ("led", "出"),
    "returned": ("returned", "收回"),
    "penalty": ("penalty", "罚分"),
    "beaten": ("beaten", "被压"),
    "holds": ("holds", "最大"),
    "winner": ("winner", "赢家"),
    "legal": ("legal", "合法"),
    "refused": ("refused", "不合法"),
    "legal_follows": ("legal follows", "合法跟法"),
    "preset": ("preset", "规则集"),
    "about": ("what it is", "说明"),
    "option": ("option", "选项"),
    "rule": ("rule", "规则"),
    "value": ("value", "取值"),
    "first": ("A", "A"),
    "second": ("B", "B"),
    "ok": ("ok", "无误"),
    "round": ("round", "局"),
    "declared": ("declared", "亮主"),
    "kitty": ("kitty", "底牌"),
    "trick": ("trick", "轮"),
    "attackers": ("attackers", "闲家"),
    "result": ("result", "结果"),
    "levels": ("levels", "级数"),
    "won": ("won", "获胜"),
    "unfinished": ("unfinished", "未完"),
    "side.dealer": ("dealer", "庄家"),
    "side.attackers": ("attackers", "闲家"),
    "side.draw": ("draw", "平局"),
    # sentences
    "trump.suit": ("level {level}, {suit} trump", "打{level}，{suit}主"),
    "trump.none": ("level {level}, no trump", "打{level}，无主"),
    "trump.twos": ("{trump}, permanent twos", "{trump}，2为常主"),
    "throw.stands": ("It stands", "甩牌成立"),
    "throw.fails": ("It fails", "甩牌失败"),
    "throw.all": ("{verdict}: {led}", "{verdict}：{led}"),
    "throw.part": (
        "{verdict}: {led} is led, {returned} goes back",
        "{verdict}：须出 {led}，收回 {returned}",
    ),
    "throw.penalty": ("Penalty: {points} points.", "罚分：{points}分。"),
    "follow.legal": ("Legal", "合法"),
    "follow.refused": ("Refused", "不合法"),
    "follow.verdict": ("{verdict}: {play}", "{verdict}：{play}"),
    "follow.why": ("{sentence} ({rule})", "{sentence}（{rule}）"),
    "follow.count": ("{count} legal follows.", "共有 {count} 种合法跟法。"),
    "follow.count.one": ("1 legal follow.", "只有 1 种合法跟法。"),
    "follow.more": (
        "{shown} of {count} legal follows shown; --limit 0 shows all",
        "共 {count} 种合法跟法，只列出 {shown} 种；--limit 0 列出全部",
    ),
    "parts.more": (
        "the first {shown} partitions shown; --limit 0 shows all",
        "只列出前 {shown} 种分法；--limit 0 列出全部",
    ),
    "winner.wins": (
        "{seat} wins with {cards}: {points} points",
        "{seat} 赢，出的是 {cards}，本轮 {points} 分",
    ),
    "judge.count": (
        "{agree} agree, {differ} differ, {unsupported} not supported",
        "一致 {agree}，不符 {differ}，不支持 {unsupported}",
    ),
    "rules.title": ("{name}: {about}", "{name}：{about}"),
    "rules.source": ("From {source}.", "出处：{source}。"),
    "rules.default": ("No option differs from the default.", "所有选项都是默认值。"),
    "rules.differ": (
        "A is {first}, B is {second}: {count} options differ.",
        "A 为 {first}，B 为 {second}：{count} 个选项不同。",
    ),
    "rules.differ.one": (
        "A is {first}, B is {second}: 1 option differs.",
        "A 为 {first}，B 为 {second}：1 个选项不同。",
    ),
    "rules.same": (
        "A is {first}, B is {second}: no option differs.",
        "A 为 {first}，B 为 {second}：没有不同的选项。",
    ),
    "rules.ok": (
        "{file}: ok, {count} options differ from the default.",
        "{file}：无误，{count} 个选项不同于默认值。",
    ),
    "rules.ok.one": (
        "{file}: ok, 1 option differs from the default.",
        "{file}：无误，1 个选项不同于默认值。",
    ),
    "rules.more": (
        "tractor rules show NAME shows one, tractor rules diff A B compares two.",
        "tractor rules show 名称 查看一套规则，tractor rules diff A B 比较两套。",
    ),
    # the presets; English has these sentences already
    "preset.default": (PRESETS["default"].summary, "两副牌，80 分上台"),
    "preset.default.notes": (
        PRESETS["default"].notes,
        "原文也有 2 为常主的打法：在 Rules.trump 中给出 permanent_twos=True。",
    ),
    "preset.titanic": (PRESETS["titanic"].summary, "三副牌，有泰坦尼克，按积分结算"),
    "preset.titanic.notes": (PRESETS["titanic"].notes, "大光积分特殊的房间另设 score_shutout。"),
    "preset.boke": (PRESETS["boke"].summary, "波克城市：闲家 80 分即升级，按底分结算"),
    "preset.boke.notes": (
        PRESETS["boke"].notes,
        "只打 5、10、K 的房间即本规则加 levels=('5', 'T', 'K')。"
        "底分与服务费由房间定：stakes_base、stakes_fee。",
    ),
    "preset.qq": (PRESETS["qq"].summary, "QQ 欢乐升级：炒地皮"),
    "preset.qq.notes": (
        PRESETS["qq"].notes,
        "2 为常主的房间，在 Rules.trump 中给出 permanent_twos=True。"
        "反主、反底翻倍的房间，设 exchange_doubles 与 settlement='stakes'。",
    ),
    "preset.bianfeng": (PRESETS["bianfeng"].summary, "边锋升级，固定对家（定）"),
    "preset.bianfeng.notes": (
        PRESETS["bianfeng"].notes,
        "原文把三张、一对印作“三对”“两对”：照字面则用 kitty='by_length_literal'。",
    ),
    "preset.bianfeng_find": (PRESETS["bianfeng_find"].summary, "边锋升级，庄家挑选对家（寻）"),
    "preset.bianfeng_find.notes": (
        PRESETS["bianfeng_find"].notes,
        "对家未明，甩牌须大过其余三家。",
    ),
    "preset.competition": (PRESETS["competition"].summary, "比赛用：打七级，2 与 A 必打，犯规判负"),
    "preset.competition.notes": (
        PRESETS["competition"].notes,
        "查牌与误举的处理不在规则选项之内。",
    ),
    "preset.plain_1": (PRESETS["plain_1"].summary, "一副牌升级（打百分）"),
    "preset.plain_1.notes": (
        PRESETS["plain_1"].notes,
        "按 §1，底牌每多一对翻一倍；一副牌没有对子。",
    ),
    "preset.plain_2": (PRESETS["plain_2"].summary, "两副牌升级，闲家 80 分即升级"),
    "preset.plain_2.notes": (
        PRESETS["plain_2"].notes,
        "按 §1，底牌每多一对翻一倍；§7 为 kitty='by_length'。",
    ),
    "preset.plain_3": (PRESETS["plain_3"].summary, "三副牌升级"),
    "preset.plain_3.notes": (
        PRESETS["plain_3"].notes,
        "按 §7，底牌依最长的拖拉机或泰坦尼克翻倍；两节都没有三副牌的升级表，借用 titanic 的。",
    ),
    "preset.linked": (PRESETS["linked"].summary, "底牌按连对翻倍，王不能亮主"),
    "preset.linked.notes": (PRESETS["linked"].notes, "原文只列自保、反主、自反，没有反无主。"),
    "preset.third_card": (PRESETS["third_card"].summary, "无人亮主看第三张底牌，有对家保"),
    "preset.third_card.notes": (PRESETS["third_card"].notes, "原文只列出打 2 时牌的大小。"),
    "preset.one_deck": (PRESETS["one_deck"].summary, "一副牌，40 分上台"),
    "preset.one_deck.notes": (PRESETS["one_deck"].notes, "原文只给出 20 分一段；其余同两副牌。"),
    "preset.one_deck_forty_five": (
        PRESETS["one_deck_forty_five"].summary,
        "一副牌：45 分或最后一手",
    ),
    "preset.one_deck_forty_five.notes": (
        PRESETS["one_deck_forty_five"].notes,
        "最后一手的分不算；得 40 分而最后一手不大为平局。",
    ),
    "preset.one_deck_crown": (PRESETS["one_deck_crown"].summary, "一副牌，戴 A，扣底亮明"),
    "preset.one_deck_crown.notes": (
        PRESETS["one_deck_crown"].notes,
        "打过 A 再戴 A：只有 A 和王是主。",
    ),
    "preset.colour": (PRESETS["colour"].summary, "级牌配同色的王亮主"),
    "preset.colour.notes": (
        PRESETS["colour"].notes,
        "80 分以下原文未说，借用默认的分段。原文的顺子、飞机、炸弹是另一种玩法。",
    ),
    "preset.rbtying": (PRESETS["rbtying"].summary, "公开引擎 rbtying/shengji，选项所及"),
    "preset.rbtying.notes": (
        PRESETS["rbtying"].notes,
        "选项达不到的：没有三张可答泰坦尼克时它要更多对子，把三张连对子算作牌型，拆牌时先取张数多的（C5）。",
    ),
    "preset.botzone": (PRESETS["botzone"].summary, "Botzone 的升级，选项所及"),
    "preset.botzone.notes": (
        PRESETS["botzone"].notes,
        "选项达不到的：该引擎按甩败的张数罚分，这里每次罚 10 分。",
    ),
    # rounds, replayed and played
    "seat.number": ("seat {seat}", "座位{seat}"),
    "replay.refused": ("{why} ({rule}: play '{play}')", "{why}（{rule}：出 '{play}'）"),
    "bench.verb": ("verb", "函数"),
    "bench.min": ("min", "最短"),
    "bench.median": ("median", "中位"),
    "bench.unit": ("Nanoseconds a call, or a row.", "每次调用（或每行）的纳秒数。"),
    "bench.differs": (
        "The signature is not {expected}: the verbs answer otherwise than this version should.",
        "签名不是 {expected}：各函数的结果与此版本应有的不同。",
    ),
    "replay.count": ("{count} rounds hold.", "{count} 局无误。"),
    "replay.count.one": ("1 round holds.", "1 局无误。"),
    "round.number": ("Round {number}", "第 {number} 局"),
    "round.dealer": ("dealer {dealer}, partner {partner}", "庄家{dealer}，对家{partner}"),
    "round.alone": ("none", "无"),
    "round.declares": ("Declared by {seat}: {cards}", "{seat}亮主：{cards}"),
    "round.buried": ("Kitty: {cards}", "底牌：{cards}"),
    "round.levels": ("Levels: {levels}", "级数：{levels}"),
    "round.unfinished": ("Not finished.", "未打完。"),
    "result.points": ("Attackers {points}", "闲家 {points} 分"),
    "result.kitty": (
        "Attackers {points} (kitty {kitty} x {times} = {added})",
        "闲家 {points} 分（底牌 {kitty} x {times} = {added}）",
    ),
    "result.revoked": ("{seat} revokes", "{seat}有牌不跟"),
    "result.draw": ("a draw: the deal is contested anew", "平局，重新抢庄"),
    "result.swap": ("the attackers take the deal", "闲家上台"),
    "result.dealer": ("the dealer's side gains {levels} levels", "庄家升 {levels} 级"),
    "result.dealer.one": ("the dealer's side gains a level", "庄家升 1 级"),
    "result.attackers": (
        "the attackers take the deal and gain {levels} levels",
        "闲家上台并升 {levels} 级",
    ),
    "result.attackers.one": (
        "the attackers take the deal and gain a level",
        "闲家上台并升 1 级",
    ),
    "result.joint": (": ", "，"),
    "seat.side.0": ("South", "南"),
    "seat.side.1": ("East", "东"),
    "seat.side.2": ("North", "北"),
    "seat.side.3": ("West", "西"),
    "seat.from.0": ("You", "你"),
    "seat.from.1": ("Right", "下家"),
    "seat.from.2": ("Across", "对家"),
    "seat.from.3": ("Left", "上家"),
    "play.rules": ("Match {seed}. Levels: {levels}", "第 {seed} 场。级数：{levels}"),
    "play.how": (
        "Type cards (ad kd), the number of a choice, ? for help, q to leave.",
        "输入牌（如 ad kd）或选项的序号；? 看说明，q 退出。",
    ),
    "play.help": (
        "Cards: rank and suit, as typed: ad kd 10h sj bj. The number of a choice will do.\n"
        "l  legal plays   t  tricks so far   k  your kitty\n"
        "u  take back     q  leave           ?  this help\n"
        "Enter alone makes the only legal play or declares nothing; - declares no more.\n"
        "A lead of several units is a throw; + between units names them: 8d 8d + 4d.\n"
        "Bold cards may be played, dim ones not; ^ marks a play that beats those before it.",
        "牌：先点数后花色，如 ad kd 10h，小王 sj，大王 bj；也可输入选项的序号。\n"
        "l  合法出法    t  各轮出牌    k  你扣的底牌\n"
        "u  悔牌        q  退出        ?  本说明\n"
        "只按回车：出唯一合法的牌，或不亮主；- 表示本局不再亮主。\n"
        "一次出几个牌型即为甩牌；用 + 分开可指定牌型：8d 8d + 4d。\n"
        "粗体的牌可以出，暗色的不可以；^ 表示大过前面的牌。",
    ),
    "play.crown": ("crown: aces and jokers alone are trump", "戴A：只有A和王是主"),
    "play.dealer": ("dealer: {dealer}", "庄家：{dealer}"),
    "play.first": ("Dealt first: {seat}.", "{seat}先摸牌。"),
    "play.drawn": (
        "Nobody has declared; drawn as the dealer: {seat}.",
        "无人亮主，抽签定庄：{seat}。",
    ),
    "play.undeclared": ("Nobody has declared: no trump.", "无人亮主：打无主。"),
    "play.turned": ("Nobody has declared; the kitty shows {card}.", "无人亮主，翻底牌：{card}。"),
    "play.declare": (
        "You may declare trumps ({left} cards to come):",
        "可以亮主（还有 {left} 张未发）：",
    ),
    "play.declare.last": ("All cards are dealt. You may declare trumps:", "牌已发完。可以亮主："),
    "play.declare.ask": (
        "Declare (number), Enter: not now, -: no more> ",
        "亮主（序号），回车：暂不，-：不再亮> ",
    ),
    "play.declare.ask.last": ("Declare (number), Enter: nothing> ", "亮主（序号），回车：不亮> "),
    "play.exchange.ask": ("Exchange (number), Enter: pass> ", "反底（序号），回车：不反> "),
    "play.exchanges": ("Exchanged by {seat}: {cards}", "{seat}反底：{cards}"),
    "play.name.ask": ("Name your partner's card> ", "叫一张牌找对家> "),
    "play.name.one": ("Name one card.", "只叫一张牌。"),
    "play.names": ("Named by {seat}: {card}; who holds it is the partner", "{seat}找 {card}"),
    "play.taken": ("You take the kitty up: {cards}", "你拿起底牌：{cards}"),
    "play.bury.ask": ("Bury {count} cards> ", "扣 {count} 张> "),
    "play.bury.count": ("Bury {count} cards, not {given}.", "要扣 {count} 张，不是 {given} 张。"),
    "play.bury.hint": ("The lowest are: {cards}", "最小的是：{cards}"),
    "play.undone": ("Taken back.", "悔牌。"),
    "play.no_undo": ("There is nothing to take back.", "没有可悔的牌。"),
    "play.no_choice": (
        "There is no choice {number}: they are 1 to {last}.",
        "没有第 {number} 项，只有 1 到 {last}。",
    ),
    "play.buries": ("Buried by {seat}.", "{seat}已扣底。"),
    "play.not_held": ("You do not hold {cards}.", "你没有 {cards}。"),
    "play.no_card": ("'{token}' is not a card; ? for help.", "'{token}' 不是一张牌；? 看说明。"),
    "play.refused": ("Refused: {why}", "不可以：{why}"),
    "play.count.one": ("One card was led, not {given}.", "首家出了 1 张，不是 {given} 张。"),
    "play.count": ("{led} cards were led, not {given}.", "首家出了 {led} 张，不是 {given} 张。"),
    "play.revoke.ask": (
        "Played all the same, it loses the round. Play it? y/n> ",
        "硬出即判负。要出吗？y/n> ",
    ),
    "play.only": ("Only {cards} may be played: Enter.", "只能出 {cards}：按回车。"),
    "play.lead.ask": ("Lead> ", "首出> "),
    "play.follow.ask": ("Play> ", "出牌> "),
    "play.next": ("Enter: next round> ", "回车：下一局> "),
    "play.any_suit": (
        "Any cards of one suit may be led; several units are a throw.",
        "同一花色的牌都可以首出；几个牌型一起出即为甩牌。",
    ),
    "play.more": ("{shown} of {count} legal plays.", "共 {count} 种出法，列出 {shown} 种。"),
    "play.trick": ("Trick {number}", "第 {number} 轮"),
    "play.attackers": ("attackers {points}", "闲家 {points} 分"),
    "play.takes": ("{seat}: +{points}", "{seat} +{points}"),
    "play.fails": ("the throw fails; back: {cards}", "甩牌失败，收回：{cards}"),
    "play.no_kitty": ("You do not know the kitty.", "你不知道底牌。"),
    "play.no_tricks": ("Nothing has been played.", "还没有出牌。"),
    "play.scores": ("Scores: {scores}", "得分：{scores}"),
    "play.over": ("The match is won: {winners}", "全场获胜：{winners}"),
    "play.left": ("You leave the table.", "离开牌桌。"),
    "play.saved": (
        "Saved. Go on with: tractor play --resume {file}",
        "已保存。继续：tractor play --resume {file}",
    ),
    "play.recorded": ("Record: {file}", "记录：{file}"),
    "play.both": ("--{option} does not go with --resume", "--{option} 不能与 --resume 同用"),
    # why a row is judged as it is
    "judge.differs": (
        "{field}: expected {expected}, got {got}",
        "{field}：应为{expected}，实为{got}",
    ),
    "judge.ask": ("judge does not ask '{ask}'", "judge 不问“{ask}”"),
    "judge.match": ("judge does not ask for levels of a match", "本版本不含整场比赛的升级"),
    "judge.players": ("{players} players: only four are played", "{players} 人：只支持四人"),
    "judge.decks": ("{decks} decks: at most three are played", "{decks} 副牌：最多三副"),
    "judge.other": ("house rule {rule}", "地方规则 {rule}"),
    "judge.rules": ("{error}", "规则选项：{error}"),
    "judge.field": ("expected.{field} cannot be judged", "无法判断 expected.{field}"),
    "judge.legal": (
        "{play} is expected to be legal, but refused: {why}",
        "{play} 应合法，却被拒绝：{why}",
    ),
    "judge.illegal": (
        "{play} is expected to be illegal, but accepted",
        "{play} 应不合法，却被接受",
    ),
    "judge.lead": ("the lead is refused", "不能这样首出"),
    "judge.lead.allowed": ("the lead is allowed", "可以这样首出"),
    "judge.no_unit": (
        "{cards} is no unit of {width} x {length}",
        "{cards} 不是 {width} x {length} 的牌型",
    ),
    # what is wrong with a case file
    "case.line": ("line {line}", "第 {line} 行"),
    "case.row": ("row '{row}'", "牌例 '{row}'"),
    "case.json": ("not JSON: {error} (column {column})", "不是 JSON：{error}（第 {column} 列）"),
    "case.json.plain": ("not JSON: {error}", "不是 JSON：{error}"),
    "case.deep": ("nested too deeply", "嵌套太深"),
    "case.utf8": ("not UTF-8 text", "不是 UTF-8 文本"),
    "case.missing": ("missing", "缺少"),
    "case.type": ("expected {wanted}, got {got}", "应为 {wanted}，却是 {got}"),
    "case.empty": ("nothing to compare", "没有可比较的内容"),
    "case.player": ("unknown player '{player}'", "未知的玩家 '{player}'"),
    "case.side": ("unknown side '{side}'", "未知的一方 '{side}'"),
    "case.leader": (
        "'{leader}' leads, but the first play is of '{player}'",
        "首家是 '{leader}'，第一手却是 '{player}' 出的",
    ),
    # errors of the command line
    "error": ("error: ", "错误："),
    "error.notation": (
        "'{token}' is not a card (character {at}); write As, Td or 10d, SJ, BJ",
        "'{token}' 不是一张牌（第 {at} 个字符）；写法如 As、Td 或 10d、SJ、BJ、黑桃A",
    ),
    "error.empty": ("no cards given", "没有牌"),
    "error.mixed": (
        "a lead is of one suit, these cards are of {count}: {suits}",
        "首家只能出同一花色，这些牌却有 {count} 种：{suits}",
    ),
    "error.others": (
        "at most three other hands, not {count}",
        "其余各家最多三手牌，不是 {count} 手",
    ),
    "error.plays": (
        "1 to 4 plays make a trick, not {count}",
        "一轮有 1 到 4 手牌，不是 {count} 手",
    ),
    "error.play_size": (
        "{seat} plays another number of cards ({count}) than were led ({led})",
        "{seat} 出了 {count} 张，首家出的是 {led} 张",
    ),
    "error.hand_size": (
        "fewer cards ({count}) than were led ({led})",
        "手牌只有 {count} 张，首家出的是 {led} 张",
    ),
    "error.decks": (
        "{count} copies of {card}, but --decks is {decks}",
        "{card} 有 {count} 张，而 --decks 是 {decks}",
    ),
    "error.set": ("'{text}': write OPTION=VALUE", "'{text}'：写法是 选项=值"),
    "error.twice": ("'{name}' is set twice", "'{name}' 设了两次"),
    "error.where": ("{where}: {error}", "{where}：{error}"),
    "error.write": ("cannot write the output: {error}", "无法输出：{error}"),
    "error.stdin": ("standard input is closed", "标准输入已关闭"),
    "error.closed": ("standard output is closed", "标准输出已关闭"),
    "error.profile": (
        "'{name}' is neither a preset nor a TOML file; presets: {names}",
        "'{name}' 既不是规则集也不是 TOML 文件；规则集有：{names}",
    ),
    "error.missing": (
        'the command line needs an extra: pip install "tractor-core[cli]"',
        '命令行需要附加组件：pip install "tractor-core[cli]"',
    ),
    # why a play is refused; English has these sentences already
    "reason.empty": (Reason.EMPTY.sentence, "至少要出一张牌。"),
    "reason.wrong_count": (Reason.WRONG_COUNT.sentence, "出牌张数必须与首家相同。"),
    "reason.not_held": (Reason.NOT_HELD.sentence, "手里没有这些牌。"),
    "reason.not_your_turn": (Reason.NOT_YOUR_TURN.sentence, "还没有轮到。"),
    "reason.mixed_suits": (Reason.MIXED_SUITS.sentence, "首家只能出同一花色的牌。"),
    "reason.must_follow_suit": (Reason.MUST_FOLLOW_SUIT.sentence, "有首家的花色必须跟。"),
    "reason.must_play_titanic": (Reason.MUST_PLAY_TITANIC.sentence, "有泰坦尼克必须出泰坦尼克。"),
    "reason.must_play_tractor": (Reason.MUST_PLAY_TRACTOR.sentence, "有拖拉机必须出拖拉机。"),
    "reason.must_play_triple": (Reason.MUST_PLAY_TRIPLE.sentence, "有三张必须出三张。"),
    "reason.must_play_pair": (Reason.MUST_PLAY_PAIR.sentence, "有对子必须出对子。"),
    # help
    "help": (
        "The rules of Tractor (升级, 拖拉机): throws, follows, winners of tricks.\n\n"
        "Cards are rank and suit: As Td (or 10d) 7h 2c; SJ and BJ are the jokers. "
        "A♠ and 黑桃A are read as well.\n\n"
        "Where the output is no terminal, columns are tab separated and have no headings; "
        "--json names everything.\n\n"
        "Exit status: 0 yes (agrees, stands, is legal), 1 no, 2 bad input.",
        "升级（拖拉机）规则：甩牌、跟牌、一轮的赢家。\n\n"
        "牌的写法：先点数后花色，如 As Td（或 10d）7h 2c，小王 SJ，大王 BJ；"
        "也可写 A♠ 或 黑桃A。\n\n"
        "输出不是终端时，各列以制表符分隔，没有表头；--json 则各项都有名称。\n\n"
        "退出码：0 是（一致、成立、合法），1 否，2 输入有误。",
    ),
    "help.judge": (
        "Judge positions with known answers.\n\n"
        "Each line of a file is a position in JSON with the answer it expects under its rules. "
        "The engine agrees, differs, or does not support what the row asks for. "
        "Exit status 1 if any differs.",
        "核对已知答案的牌例。\n\n"
        "文件每行是一个 JSON 牌例，写明在其规则下应有的答案。结果为一致、不符或不支持。"
        "有不符的则退出码为 1。",
    ),
    "help.order": (
        "Show the order of the cards, high to low.\n\n"
        "Cards joined by = are equal: the first one played wins.",
        "由大到小列出牌的顺序。\n\n用 = 连接的牌一样大，先出为大。",
    ),
    "help.decompose": (
        "Split cards into tractors, triples, pairs and singles.",
        "把牌分成拖拉机、三张、对子、单张。",
    ),
    "help.throw": (
        "Say whether a throw stands, and what is led if not.\n\n"
        "Give the other hands in playing order; a hand left out is empty. "
        "Exit status 1 if the throw fails.",
        "甩牌是否成立，不成立时须出什么。\n\n"
        "其余各家的手牌按出牌顺序给出，不给的算空手。甩牌失败则退出码为 1。",
    ),
    "help.follow": (
        "Say whether a follow is legal, or list the legal ones.\n\n"
        "Without a play the legal follows are listed. Exit status 1 if the play is refused.",
        "跟牌是否合法，或列出合法跟法。\n\n不给所出的牌时，列出合法跟法。不合法则退出码为 1。",
    ),
    "help.winner": (
        "Say who wins a trick.\n\nGive the plays in playing order, the lead first. "
        "P1 leads and P4 plays last: Pn is the play of number n-1 of trick_winner in Python.",
        "一轮牌谁赢。\n\n按出牌顺序给出各家所出的牌，首家在先。P1 为首家，P4 最后出；"
        "Pn 即 Python 中 trick_winner 的第 n-1 号。",
    ),
    "help.rules.group": (
        "List, show, compare and check rule profiles.\n\nWithout a command the presets are listed.",
        "列出、查看、比较、检查规则集。\n\n不带子命令时，列出预设的规则集。",
    ),
    "help.rules.show": (
        "Show the options of a profile that differ from the default.",
        "列出一套规则中不同于默认值的选项。",
    ),
    "help.rules.diff": (
        "Show the options in which two profiles differ.\n\nExit status 1 if any differs.",
        "列出两套规则中不同的选项。\n\n有不同则退出码为 1。",
    ),
    "help.rules.check": (
        "Check a TOML file of rule options.\n\n"
        "The options stand in a [rules] table or at the top. Exit status 2 if any is wrong.",
        "检查规则选项的 TOML 文件。\n\n选项写在 [rules] 表中或文件顶层。有误则退出码为 2。",
    ),
    "help.rules.all": ("Show every option.", "列出所有选项。"),
    "help.replay": (
        "Verify records of rounds and matches, and show them.\n\n"
        "Hands, plays, winners, points and results must be what the rules make them. "
        "Exit status 1 at the first line that does not hold.",
        "核对牌局记录并列出各局。\n\n"
        "手牌、出牌、赢家、得分与结果都须与规则相符。遇到不符的一行即停，退出码为 1。",
    ),
    "help.records": ("Files of records; - is standard input.", "记录文件；- 为标准输入。"),
    "help.bench": (
        "Measure the main verbs on this machine.\n\n"
        "The fastest and the median of many short slices, in nanoseconds.",
        "在本机测量主要函数的速度。\n\n许多短时间片中最短的和中位的，单位纳秒。",
    ),
    "help.signature": (
        "Print one number for all that the verbs answer on fixed rounds; exit status 1 if it is "
        "not the one stored.",
        "输出一个数，概括各函数在固定牌局上的全部结果；与存储值不同则退出状态为 1。",
    ),
    "help.quiet": ("Verify only.", "只核对，不列出。"),
    "help.play_match": (
        "Play a match in the terminal.\n\nThe other seats play by themselves. "
        "Type cards (ad kd), the number of a choice, or ? for help.",
        "在终端打一场升级，其余三家自动出牌。\n\n输入牌（如 ad kd）、选项的序号，或 ? 看说明。",
    ),
    "help.play.decks": ("Decks, 1 to 3.", "几副牌，1 到 3。"),
    "help.seed": ("Seed of the shuffles; random without it.", "洗牌的种子；不给则随机。"),
    "help.seat": ("Your seat, 0 to 3.", "你的座位，0 到 3。"),
    "help.auto": ("Let all four seats play by themselves.", "四家都自动出牌。"),
    "help.play.policy": (
        "How the other seats play: greedy (by the usual advice) or random.",
        "其余各家的打法：greedy（照常理）或 random（随机）。",
    ),
    "help.rounds": ("Stop after so many rounds.", "打几局就停。"),
    "help.save": ("Save the match to this file when it stops.", "停下时把牌局存到此文件。"),
    "help.resume": ("Go on with a match that was saved.", "接着打存下的牌局。"),
    "help.record": ("Write a record of the match to this file.", "把牌局记录写到此文件。"),
    "help.profile": (
        "A preset, or a TOML file of rule options; - is standard input.",
        "规则集名称，或规则选项的 TOML 文件；- 为标准输入。",
    ),
    "help.rules.file": (
        "The TOML file; - is standard input.",
        "TOML 文件；- 为标准输入。",
    ),
    "help.example": ("Examples:", "例如："),
    "help.files": (
        "Files of positions, one JSON object a line; - is standard input.",
        "牌例文件，每行一个 JSON；- 为标准输入。",
    ),
    "help.show": (
        "Show these outcomes only; may be repeated.",
        "只列出这些结果，可多次给出。",
    ),
    "help.cards": ('The cards, for example "Ah Ah Kh Kh".', '牌，如 "Ah Ah Kh Kh"。'),
    "help.lead_cards": ("The cards led.", "首家要甩的牌。"),
    "help.play": (
        "The cards played; without them the legal follows are listed.",
        "所出的牌；不给则列出合法跟法。",
    ),
    "help.plays": ("The plays, one to four.", "各家所出的牌，一到四手。"),
    "help.all": (
        "List every way to split the cards (of one suit), not the usual one alone.",
        "列出（同一花色的牌的）所有分法。",
    ),
    "help.limit": ("Most to list; 0 is all.", "最多列出多少；0 为全部。"),
    "help.other": (
        "Another hand; up to three, in playing order.",
        "另一家的手牌；最多三手，按出牌顺序。",
    ),
    "help.unit": (
        "A unit that the leader names; name them all.",
        "首家指定的牌型，可多次给出。",
    ),
    "help.hand": ("The hand that follows.", "跟牌者的手牌。"),
    "help.lead": ("The cards led.", "首家所出的牌。"),
    "help.level": ("Level: 2 to 10 (or T), J, Q, K, A.", "级牌：2 到 10（或 T）、J、Q、K、A。"),
    "help.trump": ("Trump suit: d, c, h, s, or NT for no trump.", "主花色：d c h s，NT 为无主。"),
    "help.twos": ("Every 2 is a trump (2为常主).", "2 为常主。"),
    "help.rules": (
        "The rules: a preset (see tractor rules), or a TOML file of rule options.",
        "规则集名称（见 tractor rules），或规则选项的 TOML 文件。",
    ),
    "help.set": (
        "Set a rule option; may be repeated.",
        "设规则选项，可多次给出。",
    ),
    "help.decks": (
        "Decks, 1 to 3; then no card may stand more often.",
        "几副牌，1 到 3。",
    ),
    "help.json": ("Print JSON (cards as As Td SJ).", "输出 JSON（牌写作 As Td SJ）。"),
    "help.lang": ("Language.", "语言。"),
    "help.style": (
        "How cards are written: As, A♠, 黑桃A.",
        "牌的写法：As、A♠、黑桃A。",
    ),
    "help.version": ("Show the version.", "显示版本。"),
    "panel.position": ("Position and rules", "牌局与规则"),
    "panel.output": ("Output", "输出"),
    **PHRASES,
}


def say(key: str, lang: str = "en", **values: object) -> str:
    """Return the text of a key in a language, filled in.

    Parameters
    ----------
    key : str
        A key of `MESSAGES`.
    lang : {"en", "zh"}
        The language.
    **values : object
        What the text names in braces.

    Returns
    -------
    str

    Examples
    --------
    >>> say("judge.players", players=5)
    '5 players: only four are played'
    >>> say("tractor", "zh")
    '拖拉机'
    """
    text = MESSAGES[key][LANGUAGES.index(lang)]
    return text.format(**values) if values else text
