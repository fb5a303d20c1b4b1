#!/usr/bin/env node
import { setMaxListeners } from "node:events";
import { plainLine } from "../plain-line.js";
import type { Clock } from "./effects.js";
import { exitCodes } from "./exit-codes.js";
import { interruptionBy, signalsThatEnd } from "./interruption.js";
import { modules } from "./modules.js";
import { openFile } from "./open-file.js";
import { run } from "./run.js";

const controller = new AbortController();
// Statements and threads at work listen to it, as many as there are: Node warns of more than ten.
setMaxListeners(0, controller.signal);

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    if (controller.signal.aborted) endAtOnce(name);
    process.stderr.write("\nstopping; once more to stop at once\n");
    controller.abort(interruptionBy(name));
  });
}

/** Without waiting for threads of the system, as `process.exit` does: one may hang in a mount that is gone. */
function endAtOnce(name: keyof typeof signalsThatEnd): void {
  process.emit("exit", signalsThatEnd[name]);
  process.removeAllListeners(name);
  process.kill(process.pid, name);
}

// A reader that closed early (`| head`) has what it wanted, and a terminal that is gone reads nothing more: no
// crash, and the exit code stands.
const unread: readonly (string | undefined)[] = ["EPIPE", "EIO"];
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (unread.includes(error.code)) return;
    process.stderr.write(`error: the answer cannot be written: ${error.message}\n`);
    process.exit(exitCodes.engine.code);
  });
}

const clock: Clock = {
  now: () => performance.now(),
  every(milliseconds, tick) {
    const timer = setInterval(tick, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** Reads a line of the terminal; a closed terminal answers nothing. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    lines.once("SIGINT", () => process.emit("SIGINT"));
    return await lines.question(question, { signal: controller.signal });
  } finally {
    lines.close();
  }
}

const code = await run({
  argv: process.argv.slice(2),
  serve: async (effects) => {
    const { serveLines } = await import("./serve/serve-lines.js");
    return serveLines(process.stdin, effects);
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  clock,
  ...(process.stdin.isTTY === true && process.stderr.isTTY === true && { ask }),
  open: (path) => openFile(path, (sentence) => process.stderr.write(`${plainLine(sentence)}\n`)),
  signal: controller.signal,
  modules,
});

process.exitCode = code;
// One call of a function in DuckDB cannot be stopped, and Node would wait for its end.
if (code === exitCodes.engine.code || controller.signal.aborted) {
  setTimeout(() => {
    process.emit("exit", code);
    process.kill(process.pid, "SIGKILL");
  }, 3000).unref();
}
