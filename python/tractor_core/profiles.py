"""The commands about rule profiles: `tractor rules`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from tractor_core import Rules
from tractor_core.arguments import Json, Lang, examples, option, read_profile, read_rules
from tractor_core.messages import say
from tractor_core.options import OPTIONS
from tractor_core.presets import PRESETS
from tractor_core.terminal import InputError, Language, Screen, printable

__all__ = ["default_values", "rules_app"]

_NO = 1

_RULE_IDS = {name: option.rule for name, option in OPTIONS.items()}

rules_app = typer.Typer()


def _profile_argument(metavar: str) -> Any:
    return typer.Argument(help=say("help.profile"), metavar=metavar, show_default=False)


def _options(rules: Rules) -> dict[str, Any]:
    """Every option, the level table as it is in force."""
    return {**rules.to_dict(), "level_table": rules.resolved_level_table}


_DEFAULTS = _options(Rules())
_ALL_LEVELS = ",".join(_DEFAULTS["levels"])


def _named_profile(name: str, screen: Screen) -> dict[str, Any]:
    """The options of a preset or of a file."""
    return _options(read_profile(name, screen))


def _differing(options: dict[str, Any], others: dict[str, Any]) -> list[str]:
    return [name for name, value in options.items() if value != others[name]]


def _written(value: Any, screen: Screen) -> str:
    """The value of an option as --set takes it; - for none, and 2-A for a run in a terminal."""
    if isinstance(value, tuple):
        text = ",".join(map(str, value)) or "-"
        is_run = value[2:] and isinstance(value[0], str) and text in _ALL_LEVELS
        return f"{value[0]}-{value[-1]}" if is_run and screen.rich else text
    return str(value).lower() if isinstance(value, bool) else str(value)


def _changes(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in _differing(options, _DEFAULTS)}


@rules_app.callback(
    invoke_without_command=True,
    epilog=examples(
        "tractor rules",
        "tractor rules show competition",
        "tractor rules diff default competition",
    ),
)
def list_presets(ctx: typer.Context, as_json: Json = False, lang: Lang = Language.en) -> None:
    if ctx.invoked_subcommand is not None:
        if as_json:  # --json before the command serves as well
            given = default_values(ctx.command, "as_json", True)
            for name, defaults in (ctx.default_map or {}).items():
                if name in given:
                    given[name] |= defaults
            ctx.default_map = given
        return
    screen = Screen(lang, None, as_json)
    if as_json:
        screen.json(
            presets=[
                {
                    "name": name,
                    "about": screen.say(f"preset.{name}"),
                    "source": preset.source,
                    "notes": screen.say(f"preset.{name}.notes"),
                    "options": _changes(_options(preset.rules)),
                }
                for name, preset in PRESETS.items()
            ]
        )
        return
    screen.table(("preset", "about"), [(name, screen.say(f"preset.{name}")) for name in PRESETS])
    if screen.rich:
        screen.note(screen.say("rules.more"))


@rules_app.command(
    "show",
    help=say("help.rules.show"),
    epilog=examples(
        "tractor rules show competition",
        "tractor rules show default --all",
        "tractor rules show botzone --json",
    ),
)
def show_rules(
    profile: Annotated[str, _profile_argument("NAME|FILE.toml")],
    every: Annotated[bool, option("--all", "-a", key="rules.all")] = False,
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    options = _named_profile(profile, screen)
    changed = _differing(options, _DEFAULTS)
    shown = list(options) if every else changed
    preset = PRESETS.get(profile)
    about = screen.say(f"preset.{profile}") if preset else None
    notes = screen.say(f"preset.{profile}.notes") if preset else None
    if as_json:
        screen.json(
            name=profile,
            about=about,
            source=preset.source if preset else None,
            notes=notes,
            options=[
                {
                    "option": name,
                    "rule": _RULE_IDS[name],
                    "value": options[name],
                    "default": _DEFAULTS[name],
                }
                for name in shown
            ],
        )
        return
    if screen.rich:
        name = Text(printable(profile), "bold")
        title = screen.phrase("rules.title", name=name, about=about) if about else name
        screen.line(title)
    if shown:
        rows = [
            (
                Text(name, "bold" if every and name in changed else ""),
                _RULE_IDS[name],
                Text(_written(options[name], screen), "bold" if every and name in changed else ""),
            )
            for name in shown
        ]
        screen.table(("option", "rule", "value"), rows)
    elif screen.rich:
        screen.line(screen.say("rules.default"))
    if screen.rich and preset and notes:
        screen.note(screen.say("rules.source", source=preset.source))
        screen.note(notes)


@rules_app.command(
    "diff",
    help=say("help.rules.diff"),
    epilog=examples(
        "tractor rules diff default competition",
        "tractor rules diff plain_1 plain_2 --lang zh",
    ),
)
def diff_rules(
    first: Annotated[str, _profile_argument("A")],
    second: Annotated[str, _profile_argument("B")],
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    if first == second == "-":
        raise InputError(screen.say("error.twice", name="-"))
    a, b = _named_profile(first, screen), _named_profile(second, screen)
    differing = _differing(a, b)
    if as_json:
        screen.json(
            a=first,
            b=second,
            differences=[
                {"option": name, "rule": _RULE_IDS[name], "a": a[name], "b": b[name]}
                for name in differing
            ],
        )
    else:
        if screen.rich:
            key = {0: "rules.same", 1: "rules.differ.one"}.get(len(differing), "rules.differ")
            names = {"first": printable(first), "second": printable(second)}
            screen.line(screen.say(key, count=len(differing), **names))
        if differing:
            screen.table(
                ("option", "rule", "first", "second"),
                [
                    (name, _RULE_IDS[name], _written(a[name], screen), _written(b[name], screen))
                    for name in differing
                ],
            )
    raise typer.Exit(_NO if differing else 0)


@rules_app.command(
    "check",
    help=say("help.rules.check"),
    epilog=examples("tractor rules check room.toml", "tractor rules check - < room.toml"),
)
def check_rules(
    file: Annotated[
        str,
        typer.Argument(help=say("help.rules.file"), metavar="FILE.toml", show_default=False),
    ],
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    changes = _changes(_options(read_rules(file, screen)))
    if as_json:
        screen.json(ok=True, file=file, options=changes)
    elif screen.rich:
        key = "rules.ok.one" if len(changes) == 1 else "rules.ok"
        screen.line(screen.say(key, file=printable(file), count=len(changes)))
    else:
        screen.row(screen.say("ok"), printable(file), len(changes))


def default_values(command: Any, name: str, value: object) -> dict[str, Any]:
    """A default map that gives an option a value in every command of a group, at any depth."""
    return {
        key: {name: value, **default_values(inner, name, value)}
        for key, inner in getattr(command, "commands", {}).items()
    }
