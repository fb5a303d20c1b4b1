"""What a command answers."""

from __future__ import annotations

import html
import importlib
import json
import tempfile
from collections.abc import Mapping, Sequence
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
        self._tables = {table["name"]: table["columns"] for table in json.loads(self._outputs["tables"])}

    @property
    def verdicts(self) -> Any:
        """A row for each comparison. Where ``withheld`` has a code, the numbers are no answer and are missing."""
        return self._frame("verdicts")

    @property
    def estimates(self) -> Any:
        """A row for each policy, reward, feed and estimator; the columns are those of ``--table``."""
        return self._frame("estimates")

    @property
    def differences(self) -> Any:
        """A row for each difference from the baseline, by every estimator."""
        return self._frame("differences")

    @property
    def diagnostics(self) -> Any:
        """A row for each diagnostic."""
        return self._frame("diagnostics")

    def _frame(self, table: str) -> Any:
        return frame([(each["name"], each["type"], each["cells"]) for each in self._tables[table]])

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
        """Returns the result if the policy is better in every comparison and every guardrail held.

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
                "message": f"{line['policy']} ({', '.join(filter(None, [line['reward'], line['feed']]))}): {line['verdict']}. {line['reason']['message']}",
            }
            for line in self.data["verdicts"]
            if line["policy"] in policies and line["verdict"] != "better"
        ] or [
            {"code": "guardrail", "message": f"{policy}: a guardrail does not hold.", "facts": {}}
            for policy in policies
        ]


def frame(columns: Sequence[tuple[str, str, list[Any]]]) -> Any:
    """Columns (name, type and cells) as a data frame of pandas, else of polars; an empty one keeps its type."""
    with suppress(ImportError):
        pandas = importlib.import_module("pandas")
        kinds = {"text": "object", "number": "float64", "whole": "Int64"}
        return pandas.DataFrame({name: pandas.Series(cells, dtype=kinds[kind]) for name, kind, cells in columns})
    with suppress(ImportError):
        polars = importlib.import_module("polars")
        types = {"text": polars.String, "number": polars.Float64, "whole": polars.Int64}
        return polars.DataFrame([polars.Series(name, cells, types[kind]) for name, kind, cells in columns])
    raise usage("Data frames need pandas or polars: install one, or read .data.")
