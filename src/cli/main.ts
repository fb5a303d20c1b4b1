#!/usr/bin/env node
import type { Clock } from "./effects.js";
import { exitCodes } from "./exit-codes.js";
import { modules } from "./modules.js";
import { openFile } from "./open-file.js";
import { run } from "./run.js";

const controller = new AbortController();

process.on("SIGINT", () => {
  if (controller.signal.aborted) process.exit(exitCodes.interrupted.code);
  process.stderr.write("\nstopping; once more to stop at once\n");
  controller.abort();
});

// A reader that closed early (`| head`) has what it wanted: no crash, and the exit code stands.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const clock: Clock = {
  now: () => performance.now(),
  every(milliseconds, tick) {
    const timer = setInterval(tick, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

process.exitCode = await run({
  argv: process.argv.slice(2),
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  clock,
  open: openFile,
  signal: controller.signal,
  modules,
});
