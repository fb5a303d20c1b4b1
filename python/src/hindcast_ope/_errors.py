"""Errors, by who can correct them."""

from __future__ import annotations

from typing import Any


class HindcastError(Exception):
    """The base of every error; ``problems`` holds each mistake with its code, message and facts."""

    def __init__(self, problems: list[dict[str, Any]], exit_code: int = 4) -> None:
        super().__init__("\n".join(str(problem["message"]) for problem in problems))
        self.problems = problems
        self.exit_code = exit_code

    @property
    def code(self) -> str:
        """The code of the first problem: ``hindcast explain <code>`` tells more."""
        return str(self.problems[0]["code"]) if self.problems else "internal"


class UsageError(HindcastError):
    """An argument is not what the function takes."""


class StudyError(HindcastError):
    """The study cannot be read, or does not fit the log's columns."""


class LogError(HindcastError):
    """The log breaks a rule: the rows must change, or the study must say how to take them."""


class UnsupportedError(HindcastError):
    """This log, estimator or database cannot answer what was asked."""


class EngineError(HindcastError):
    """The database refused or failed."""


class InternalError(HindcastError):
    """A fault of Hindcast itself: please report it."""


class VerdictError(HindcastError):
    """The verdict is not the one that was required; ``exit_code`` is that of ``hindcast evaluate --gate``."""


class Worse(VerdictError):
    """Worse in some comparison, or a guardrail was broken."""


class CannotTell(VerdictError):
    """Cannot tell in some comparison, or a guardrail is not shown to hold."""


class DoNotTrust(VerdictError):
    """A check failed: the numbers are no answer."""


BY_KIND: dict[str, type[HindcastError]] = {
    "usage": UsageError,
    "study": StudyError,
    "log": LogError,
    "unsupported": UnsupportedError,
    "engine": EngineError,
    "internal": InternalError,
}

BY_EXIT_CODE: dict[int, type[VerdictError]] = {3: DoNotTrust, 5: Worse, 6: CannotTell}


def usage(message: str) -> UsageError:
    return UsageError([{"code": "usage", "message": message, "facts": {}}], 1)
