"""What a command answers."""

from __future__ import annotations

import html
import importlib
import json
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ._errors import BY_EXIT_CODE, usage
from ._server import server


class Answer:
    """An answer of Hindcast: ``json`` is the text that the command line writes, ``data`` the same as a dictionary."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        self._outputs: Mapping[str, str] = message["outputs"]
        self.exit_code: int = message["exitCode"]
        self.json: str = self._outputs["json"]
        self.data: dict[str, Any] = json.loads(self.json)

    def __str__(self) -> str:
        return self._outputs["table"]

    def __repr__(self) -> str:
        return str(self)

    def markdown(self) -> str:
        """At most 15 lines of Markdown, for a pull request or a chat."""
        return self._outputs["summary"]

    def save(self, path: str | Path) -> None:
        """Keeps the JSON, which ``hindcast report`` and ``hindcast compare`` read."""
        Path(path).write_text(self.json, encoding="utf-8")

    def _repr_html_(self) -> str:
        card = html.escape(self._outputs["card"], quote=True)
        return (
            f'<iframe srcdoc="{card}" title="Hindcast" sandbox="" loading="lazy" '
            'style="width:100%;height:36rem;border:0;border-radius:6px"></iframe>'
        )


class Result(Answer):
    """The result of ``evaluate``: verdicts, estimates, differences and diagnostics, as data frames."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        super().__init__(message)
        self._gates = message["gates"]

    @property
    def verdicts(self) -> Any:
        """A row for each comparison. Where ``withheld`` has a code, the numbers are no answer and are missing."""
        return frame(self.data["verdicts"], VERDICT)

    @property
    def estimates(self) -> Any:
        """A row for each policy, reward, feed and estimator."""
        return frame(self.data["estimates"])

    @property
    def differences(self) -> Any:
        """A row for each difference from the baseline, by every estimator."""
        return frame(self.data["differences"])

    @property
    def diagnostics(self) -> Any:
        """A row for each diagnostic."""
        return frame(self.data["diagnostics"])

    @property
    def warnings(self) -> list[str]:
        """What the log or the study gives to think about, a sentence each."""
        return [warning["message"] for warning in self.data["warnings"]]

    def html(self, path: str | Path | None = None) -> str:
        """The page of the result, one file that loads nothing; written to ``path`` where that is given."""
        text = self._outputs.get("html") or self._static_page()
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def _static_page(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "result.json"
            self.save(path)
            message = {"type": "run", "command": "report", "inputs": [str(path)], "formats": ["html"]}
            return str(server().ask(message, None)["outputs"]["html"])

    def raise_for_verdict(self, policy: str | None = None, reward: str | None = None) -> Result:
        """Returns the result if the policy is better on every line and every guardrail held.

        Without ``policy`` every policy must be. Raises ``DoNotTrust``, ``Worse`` or ``CannotTell``, as
        ``hindcast evaluate --gate`` makes it the exit code.
        """
        gates = [
            gate
            for gate in self._gates
            if policy in (None, gate["policy"]) and gate["reward"] == reward
        ]
        if not self._gates:
            raise usage("The result has no verdict: the study names no policy to compare.")
        if not gates:
            known = sorted({str(gate["policy"]) for gate in self._gates})
            asked = f"{policy!r}" if reward is None else f"{policy!r} and {reward!r}"
            raise usage(f"No verdict is about {asked}; policies are {', '.join(known)}.")
        for code, error in BY_EXIT_CODE.items():
            failed = [str(gate["policy"]) for gate in gates if gate["exitCode"] == code]
            if failed:
                raise error(self._problems(failed), code)
        return self

    def _problems(self, policies: list[str]) -> list[dict[str, Any]]:
        return [
            {
                **line["reason"],
                "message": f"{line['policy']} ({line['reward']}): {line['verdict']}. {line['reason']['message']}",
            }
            for line in self.data["verdicts"]
            if line["policy"] in policies and line["verdict"] != "better"
        ] or [
            {"code": "guardrail", "message": f"{policy}: a guardrail does not hold.", "facts": {}}
            for policy in policies
        ]


def frame(rows: list[dict[str, Any]], first: tuple[str, ...] = ()) -> Any:
    """Rows as a data frame of pandas, else of polars; an interval is two columns, ``lower`` and ``upper``."""
    flat = [flattened(row) for row in rows]
    names = list(dict.fromkeys([*first, *(name for row in flat for name in row)]))
    columns = {name: [row.get(name) for row in flat] for name in names}
    for library, options in (("pandas", {}), ("polars", {"strict": False})):
        with suppress(ImportError):
            return importlib.import_module(library).DataFrame(columns, **options)
    raise usage("Data frames need pandas or polars: install one, or read .data.")


# Columns that a frame of verdicts has in every case, and what is too deep for a cell: it is in ``data``.
VERDICT = (
    "policy",
    "reward",
    "feed",
    "baseline",
    "verdict",
    "reason",
    "message",
    "estimator",
    "value",
    "se",
    "lower",
    "upper",
    "p",
    "adjustedP",
    "lift",
    "liftLower",
    "liftUpper",
    "withheld",
)
DEEP = ("survives", "notTestable", "readings", "missing", "posterior", "facts")

# What a program must not use of a row whose numbers are withheld; they stay in ``data``.
NUMBERS = ("value", "se", "df", "set", "setSe", "p", "adjustedP", "lift", "adjusted")


def flattened(row: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "interval":
            is_shown = isinstance(value, list) and "withheld" not in row
            flat["lower"], flat["upper"] = value if is_shown else (None, None)
        elif name in DEEP:
            continue
        elif name in NUMBERS and "withheld" in row:
            flat[name] = None
        elif name == "reason" and isinstance(value, Mapping):
            flat["reason"], flat["message"] = value.get("code"), value.get("message")
        elif name == "lift" and isinstance(value, Mapping):
            ends = value.get("interval")
            flat["lift"] = value.get("value")
            flat["liftLower"], flat["liftUpper"] = ends if isinstance(ends, list) else (None, None)
        elif isinstance(value, (Mapping, list)):
            flat[name] = json.dumps(value)
        else:
            flat[name] = value
    return flat
