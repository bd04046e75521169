"""Usage errors of the command line, in other languages than its parser speaks."""

from __future__ import annotations

import re

__all__ = ["usage_error"]

# What the parsers of Typer's releases say, and the same in Chinese; what none of them matches
# stays as it is.
_ZH = (
    (r"No such option:? '?(--?[^ ']+)'?\.?(?: .*)?", r"没有选项 \1"),
    (r"No such command '(.*?)'\..*", r"没有命令 \1"),
    (r"Missing argument '(.*?)'(?: \(env var: .*\))?\..*", r"缺少参数 \1"),
    (r"Missing option '(.*?)'(?: \(env var: .*\))?\..*", r"缺少选项 \1"),
    (r"Missing command\.", "缺少命令"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", r"多余的参数：\1"),
    (r"Option '(.*)' requires an argument\.", r"选项 \1 后面要有值"),
    (r"Option '(.*)' does not take a value\.", r"选项 \1 不带值"),
)
_ZH_VALUE = (
    (r"Input should be less than or equal to (\S+)", r"最大为 \1"),
    (r"Input should be greater than or equal to (\S+)", r"最小为 \1"),
    (r"Input should be a valid integer.*", "应为整数"),
    (r"'(.*)' is not a valid (?:int|integer)\.", r"\1 不是整数"),
    (r"(.*) is not in the range (.*)\.", r"\1 不在 \2 之内"),
    (r"(?:Value error, )?'(.*)' is not one of (.*?)\.", r"\1 不是 \2 之一"),
)
_INVALID = re.compile(
    r"Invalid value for '(.*?)'(?: / '.*?')*(?: \(env var: .*?\))?: (.*)", re.DOTALL
)


def _translate(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for pattern, chinese in pairs:
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found is not None:
            return found.expand(chinese)
    return text


def usage_error(error: Exception, lang: str) -> str | None:
    """Write what was wrong with the arguments, and how to get help.

    Parameters
    ----------
    error : Exception
        Of the parser that Typer uses, which is another one by release.
    lang : {"en", "zh"}

    Returns
    -------
    str or None
        None for another exception, for a call for help, and in the parser's own language.
    """
    context = getattr(error, "ctx", None)
    write = getattr(error, "format_message", None)
    if lang == "en" or context is None or write is None or "Help" in type(error).__name__:
        return None
    message = " ".join(write().split())
    value = _INVALID.fullmatch(message)
    if value is not None:
        said = f"{value[1]} 的值不对：{_translate(value[2], _ZH_VALUE)}"
    else:
        said = _translate(message, _ZH)
    usage = context.get_usage().replace("Usage:", "用法：", 1).replace("用法： ", "用法：")
    return f"{usage}\n查看说明：{context.command_path} -h\n\n错误：{said}"
