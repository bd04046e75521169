"""What `tractor odds` and `tractor deal` say, in English and in Chinese; part of `messages`."""

from __future__ import annotations

from typing import Final

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, str]]] = {
    # headings and first columns
    "odds.probability": ("probability", "概率"),
    "odds.mean": ("mean", "平均"),
    "odds.exact": ("exact", "精确值"),
    "odds.deals": ("deals", "局数"),
    "odds.title": ("title", "题目"),
    "odds.copies": ("copies", "次数"),
    "odds.seed": ("seed", "种子"),
    "odds.share": ("share", "比例"),
    "odds.low": ("low", "下限"),
    "odds.high": ("high", "上限"),
    "odds.pattern": ("split", "分布"),
    # what the values are
    "odds.value.unit": ("number", "数目"),
    "odds.value.longest": ("steps", "连数"),
    "odds.value.points": ("points", "分"),
    "odds.value.length": ("cards", "张数"),
    "odds.value.declaration": ("best declaration", "最高亮主"),
    "odds.value.levels": ("levels of the attackers", "闲家升级"),
    "nothing": ("nothing", "不能亮"),
    "level card": ("level card", "一张级牌"),
    "pair of them": ("pair of them", "一对级牌"),
    "pair of jokers": ("pair of jokers", "一对王"),
    "three level cards": ("three level cards", "三张级牌"),
    "three jokers": ("three jokers", "三张王"),
    "level card and joker": ("level card and joker", "级牌加王"),
    "two and joker": ("two and joker", "两张级牌加王"),
    # hands and suits
    "odds.who.each": ("a given hand", "某一家"),
    "odds.who.any": ("some hand", "四家中有一家"),
    "odds.who.side": ("two partners", "一方两家"),
    "odds.who.rivals": ("the opponents", "对方两家"),
    "odds.who.kitty": ("the kitty", "底牌"),
    "odds.suit.any": ("", ""),
    "odds.suit.side": ("a given side suit", "某门副牌"),
    # titles; English has them of the study
    "odds.unit.event": ("{title}", "{who}有{suit}{unit}"),
    "odds.unit.least": ("{title}", "{who}至少有 {least} 个{suit}{unit}"),
    "odds.unit.number": ("{title}", "{who}有几个{suit}{unit}"),
    "odds.unit.longest": ("{title}", "{who}最长的{suit}{unit}"),
    "odds.run": ("{unit}", "{length} 连以上的{unit}"),
    "odds.throw": ("{title}", "甩 {cards} 成立"),
    "odds.beaten": ("{title}", "出 {cards} 被同花色压过"),
    "odds.ruffed": ("{title}", "出 {cards} 可被毙"),
    "odds.escape": ("{title}", "出 {cards}，分归己方"),
    "odds.points": ("{title}", "{who}的分"),
    "odds.length": ("{title}", "{who}的{suit}张数"),
    "odds.length.least": ("{title}", "{who}的{suit}至少有 {least} 张"),
    "odds.length.between": ("{title}", "{who}的{suit}有 {least} 到 {most} 张"),
    "odds.declare": ("{title}", "{who}打 {level} 的最高亮主"),
    "odds.declare.least": ("{title}", "{who}打 {level} 可亮第 {least} 等以上"),
    "odds.playout.points": ("{title}", "终局闲家得分（庄家方 {dealers}，闲家 {attackers}）"),
    "odds.playout.levels": ("{title}", "闲家升级数（庄家方 {dealers}，闲家 {attackers}）"),
    "odds.playout.last-trick": (
        "{title}",
        "闲家赢最后一轮（庄家方 {dealers}，闲家 {attackers}）",
    ),
    "odds.setting": ("", "{title}；{decks} 副牌{trump}{known}"),
    "odds.known.hand": ("", "，座位 {seat} 有 {cards}"),
    "odds.known.kitty": ("", "，底牌有 {cards}"),
    "odds.known.voids": ("", "，座位 {seat} 没有{suits}"),
    "odds.known.no_pairs": ("", "，座位 {seat} 的{suits}没有对子"),
    "odds.split": (
        "{missing} missing cards among hands of {hands}, {kitty} cards unseen elsewhere",
        "{missing} 张未见的牌分在各家 {hands} 张中，另有 {kitty} 张未见",
    ),
    "odds.split.kitty": ("{pattern}, kitty {kitty}", "{pattern}，底牌 {kitty}"),
    "odds.split.more": (
        "the {shown} likeliest of {count} splits shown; --limit 0 shows all",
        "共 {count} 种分布，只列出最可能的 {shown} 种；--limit 0 列出全部",
    ),
    # sentences
    "odds.interval": ("{level} %: {low} to {high}", "{level}%：{low} 到 {high}"),
    "odds.from": (
        "{deals} deals, seed {seed}, {seconds} s",
        "{deals} 局，种子 {seed}，{seconds} 秒",
    ),
    "odds.off": ("{value} ({off} standard errors off)", "{value}（相差 {off} 个标准误）"),
    "odds.range": ("{low} to {high}", "{low} 到 {high}"),
    "odds.none": (
        "what is asked applied in none of the {deals} deals: there is no answer",
        "{deals} 局中没有一局符合所问的条件：没有结果",
    ),
    "odds.interrupted": (
        "Interrupted: these are the {deals} deals that were done.",
        "已中断：以上是做完的 {deals} 局。",
    ),
    "odds.wrote": ("Wrote {file}.", "已写入 {file}。"),
    "odds.no_exact": ("no exact value: {why}", "没有精确值：{why}"),
    "odds.bar": ("{answer}  {deals} deals  {rate}/s", "{answer}  {deals} 局  每秒 {rate}"),
    "odds.bar.none": ("no estimate yet", "尚无结果"),
    "deal.number": ("Deal {number}", "第 {number} 副"),
    "deal.seed": ("Seed {seed}.", "种子 {seed}。"),
    # errors
    "error.deals": ("'{text}' is not a number of deals", "'{text}' 不是局数"),
    "error.positive": ("{value} is not more than 0", "{value} 不大于 0"),
    "error.confidence": ("{value} is not between 0 and 1", "{value} 不在 0 与 1 之间"),
    "error.exact": ("{option} does not go with --exact", "{option} 不能与 --exact 同用"),
    "error.plot": (
        "'{file}' does not end in .png, .svg or .pdf",
        "'{file}' 的后缀不是 .png、.svg、.pdf",
    ),
    "error.folder": ("{file}: there is no such folder", "{file}：没有这个文件夹"),
    "error.readonly": ("{file}: may not be written", "{file}：不能写入"),
    "error.extra": (
        '{option} needs an extra: pip install "tractor-core[odds]"',
        '{option} 需要附加组件：pip install "tractor-core[odds]"',
    ),
    "error.seat": (
        "'{text}' is no hand: 0 to 3, or one of {names}",
        "'{text}' 不是座位：0 到 3，或 {names}",
    ),
    "error.lacking": (
        "'{text}': write SEAT:SUIT, a seat from 0 to 3 and d, c, h, s or trump, as 1:s",
        "'{text}'：写法是 座位:花色，座位 0 到 3，花色 d、c、h、s、trump，如 1:s",
    ),
    "error.drawn": ("{count} is not from 0 to {most}", "{count} 不在 0 到 {most} 之间"),
    "error.no_suit": ("{suit} are trumps: ask for trump", "{suit}是主牌：要用 trump"),
    "error.split": (
        "give the number of missing cards, or --suit and --hand",
        "要给出未见的张数，或给出 --suit 与 --hand",
    ),
    "error.split.side": (
        "side suits differ by what is held: name a suit",
        "各门副牌持牌不同，要指明花色",
    ),
    "error.limits": (
        "--least {least} is more than --most {most}",
        "--least {least} 大于 --most {most}",
    ),
    # help
    "help.odds.group": (
        "Deal at random, count, and say how sure the answer is.\n\n"
        "What --hand, --kitty and, where a command has them, --void and --no-pair do not say is "
        "dealt at random. "
        "Exact values are told where they are counted at once. "
        "Ctrl-C ends a run and shows what was done (exit status 130). "
        "Exit status 1 if what is asked applied in no deal.\n\n"
        "Where the output is no terminal, a line is a name and its values, tab separated: title; "
        "probability or mean, its lower and its upper limit; exact; deals; copies (answers in all, "
        "several in a deal where hands or suits are alike); seed; then of a mean every value, "
        "its share and limits.",
        "求概率：随机发牌、计数，并给出误差。\n\n"
        "--hand、--kitty、--void、--no-pair 未说明的牌随机发出。能立即算出的精确值一并给出。"
        "Ctrl-C 中断并输出已做的部分（退出码 130）。没有一局符合条件则退出码为 1。\n\n"
        "输出不是终端时，每行为名称与数值，以制表符分隔：题目；概率或平均及其下限、上限；精确值；"
        "局数；次数（各家或各门相同时，一局有几个答案）；种子；求平均时另有各值的比例及上下限。",
    ),
    "help.odds.unit": (
        "How often a hand holds a unit, how many, or how long.",
        "一手牌有某牌型的概率、数目或长度。",
    ),
    "help.odds.throw": (
        "How often a throw stands.\n\n"
        "Seat 0 throws; without --hand it holds these cards and others at random.",
        "甩牌成立的概率。\n\n由座位 0 甩牌；不给 --hand 时，其余手牌随机。",
    ),
    "help.odds.beaten": (
        "How often a unit led is beaten in its own suit.",
        "所出牌型被同花色压过的概率。",
    ),
    "help.odds.ruffed": (
        "How often a unit led can be ruffed.",
        "所出牌型可被毙的概率。",
    ),
    "help.odds.escape": (
        "How often a lead stays with the leader's side: its points escape.\n\n"
        "Every seat plays as high as it can. The usual advice, 1/3 for the 10 of a side suit "
        "without its ace, leaves ruffs out: that is --ruffs none.",
        "所出的牌由己方赢下（跑分）的概率。\n\n"
        "各家尽量出大。通常说副牌 10（无 A）跑分为 1/3，未计毙牌：即 --ruffs none。",
    ),
    "help.odds.split": (
        "How the missing cards of a suit lie in the other hands, exactly.\n\n"
        "Give their number, or a --suit and your --hand.",
        "未见的牌在其余三家的分布（精确值）。\n\n给出张数，或给出 --suit 与 --hand。",
    ),
    "help.odds.points": ("The points in a hand.", "一手牌中的分。"),
    "help.odds.kitty": ("The points dealt to the kitty.", "发到底牌的分。"),
    "help.odds.length": (
        "How many cards of a suit a hand holds; --most 0 asks for a void.",
        "一手牌某花色的张数；--most 0 即绝门。",
    ),
    "help.odds.declare": (
        "The best declaration of a hand.\n\n"
        "1 a level card, 2 a pair of them, 3 two jokers, 4 three level cards, 5 three jokers.",
        "一手牌的最高亮主。\n\n1 一张级牌，2 一对级牌，3 一对王，4 三张级牌，5 三张王。",
    ),
    "help.odds.playout": (
        "How rounds end that a policy plays.\n\n"
        "Seat 0 is the dealer unless --dealer says otherwise.",
        "按某种打法打完一局的结果。\n\n除非给出 --dealer，庄家是座位 0。",
    ),
    "help.odds.unit.name": (
        "pair, triple, tractor or titanic.",
        "pair、triple、tractor、titanic。",
    ),
    "help.odds.lead": (
        "The cards led; ranks alone (as 10, or A K) look at every side suit of every hand.",
        "所出的牌；只给点数（如 10 或 A K）则看各家各门副牌。",
    ),
    "help.odds.steps": ("Steps of a tractor or Titanic at least.", "拖拉机或泰坦尼克至少几连。"),
    "help.odds.suit": (
        "d, c, h, s, trump, side (a given side suit) or any.",
        "d、c、h、s、trump（主）、side（某门副牌）、any（不限）。",
    ),
    "help.odds.suit.length": (
        "d, c, h, s, trump or side (a given side suit).",
        "d、c、h、s、trump（主）、side（某门副牌）。",
    ),
    "help.odds.seat": (
        "Whose hand: 0 to 3, each (a given one), any, side, rivals or kitty.",
        "谁的手牌：0 到 3、each（某一家）、any（任一家）、side（一方）、rivals（对方）、"
        "kitty（底牌）。",
    ),
    "help.odds.count": (
        "Whether it is held, how many are, or how long the longest is.",
        "event 有没有，number 有几个，longest 最长几连。",
    ),
    "help.odds.least": ("At least so many.", "至少多少。"),
    "help.odds.most": ("At most so many.", "至多多少。"),
    "help.odds.by": ("Whose hands are looked at.", "看哪几家：其余三家、对方、对家。"),
    "help.odds.held": (
        "Only where the leader holds so many cards of the suit.",
        "只看出牌者该花色有几张的局。",
    ),
    "help.odds.without": (
        "Ranks of the suit that the leader does not hold; by default the highest.",
        "出牌者该花色没有的点数；默认为最大的。",
    ),
    "help.odds.ruffs": ("Who ruffs when void.", "绝门时谁毙：无人、对方、各家。"),
    "help.odds.kept": (
        "The leader is not the dealer: the kitty may hold --without.",
        "出牌者不是庄家：底牌可有 --without 的牌。",
    ),
    "help.odds.missing": ("How many cards are missing.", "未见的张数。"),
    "help.odds.is_dealer": (
        "You are the dealer: the kitty holds none of the missing cards.",
        "你是庄家：未见的牌不在底牌中。",
    ),
    "help.odds.strength": ("Whether it is at least so strong, 1 to 5.", "是否至少第几等，1 到 5。"),
    "help.odds.drawn": (
        "After so many cards drawn by each hand; by default all.",
        "每家摸了几张之后；默认为全部。",
    ),
    "help.odds.policy": (
        "How the seats play: random, random_throws or greedy.",
        "各家打法：random、random_throws、greedy。",
    ),
    "help.odds.attackers": ("How the attackers play, if otherwise.", "闲家的打法，如不同。"),
    "help.odds.ask": (
        "The attackers' points, the levels that they gain, or who wins the last trick.",
        "points 闲家得分，levels 升级数，last-trick 最后一轮。",
    ),
    "help.odds.dealer": ("The dealer's seat.", "庄家座位。"),
    "help.odds.no_exchange": (
        "The dealer does not take the kitty up.",
        "庄家不拿底牌。",
    ),
    "help.odds.hand": ("Known cards of seat 0, your hand.", "座位 0（你）已知的牌。"),
    "help.odds.kitty_cards": ("Known cards of the kitty.", "底牌中已知的牌。"),
    "help.odds.void": (
        "A seat that is known to hold none of a suit, as 1:s or 2:trump; may be repeated.",
        "已知某家没有某花色，如 1:s 或 2:trump；可多次给出。",
    ),
    "help.odds.no_pair": (
        "A seat that is known to hold no pair of a suit, as 1:s; may be repeated.",
        "已知某家某花色没有对子，如 1:s；可多次给出。",
    ),
    "help.odds.decks": ("Decks, 1 to 3; 2 by default.", "几副牌，1 到 3，默认 2。"),
    "help.odds.deals": (
        "Deals; a million unless --half-width or --seconds is given.",
        "局数；未给 --half-width 或 --seconds 时为一百万。",
    ),
    "help.odds.seed": ("Seed of the deals; 0 by default.", "发牌的种子，默认 0。"),
    "help.odds.threads": ("Threads; one a processor by default.", "线程数；默认每个处理器一个。"),
    "help.odds.half_width": (
        "Deal until the interval is at most twice as wide.",
        "做到区间半宽不超过此值。",
    ),
    "help.odds.seconds": ("Deal for so long.", "做多少秒。"),
    "help.odds.confidence": (
        "How often intervals hold the true value; 0.95 by default.",
        "区间含真值的概率，默认 0.95。",
    ),
    "help.odds.exact": (
        "The exact value alone; exit status 1 if there is none.",
        "只求精确值；没有则退出码为 1。",
    ),
    "help.odds.checkpoint": (
        "Go on from this file, and keep it up to date.",
        "从此文件接着做，并随时更新。",
    ),
    "help.odds.plot": ("Draw the result: .png, .svg or .pdf.", "画图：.png、.svg 或 .pdf。"),
    "help.odds.csv": ("Write the result as CSV.", "结果写成 CSV。"),
    "help.odds.parquet": ("Write the result as Parquet.", "结果写成 Parquet。"),
    "help.odds.json": ("Print the whole result as JSON.", "以 JSON 输出全部结果。"),
    "panel.known": ("Cards known", "已知的牌"),
    "panel.run": ("Run", "运行"),
    "help.deal": (
        "Deal cards at random.\n\n"
        "What is not known is dealt uniformly; hands are sorted as --level and --trump say.",
        "随机发牌。\n\n未知的牌均匀随机发出；手牌按 --level、--trump 排列。",
    ),
    "help.deal.count": ("How many deals.", "发几副。"),
    "help.deal.hand": ("Known cards of this seat.", "此座位已知的牌。"),
    "help.deal.hand_size": ("Cards of each hand.", "每家几张。"),
    "help.deal.kitty_size": ("Cards of the kitty.", "底牌几张。"),
}
