import { spawn } from "node:child_process";
import { once } from "node:events";
import { EngineError, reason } from "../errors.js";

export interface ProgramRun {
  /** A line of the shell, such as `psql --csv`. */
  readonly command: string;
  /** To its standard input. */
  readonly input: string;
  readonly signal: AbortSignal;
}

export interface ProgramOutput {
  readonly stdout: Buffer;
  /** The end of what it said on standard error. */
  readonly stderr: string;
  readonly code: number | null;
}

const tail = 2000;
/** Milliseconds until a program that was told to stop is told less politely. */
const patience = 2000;

/**
 * Runs a line of the shell on a text. On abort the program and its children get SIGINT, by which clients
 * cancel what runs on their server, then SIGTERM, then SIGKILL.
 */
export async function runProgram({ command, input, signal }: ProgramRun): Promise<ProgramOutput> {
  signal.throwIfAborted();
  const child = spawn(command, { shell: true, detached: true, stdio: "pipe" });
  const stdout: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + String(chunk)).slice(-tail);
  });
  // A program that ends before it has read everything says why itself.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const timers: NodeJS.Timeout[] = [];
  const kill = (by: NodeJS.Signals) => (): void => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid, by);
  };
  const stop = (): void => {
    kill("SIGINT")();
    timers.push(setTimeout(kill("SIGTERM"), patience), setTimeout(kill("SIGKILL"), 2 * patience));
  };
  const atExit = kill("SIGKILL");
  process.once("exit", atExit);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    signal.throwIfAborted();
    return { stdout: Buffer.concat(stdout), stderr: stderr.trim(), code };
  } finally {
    process.off("exit", atExit);
    signal.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
  }
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * The CSV that a program printed for a statement, from its header on: what clients say of the statements
 * before it (`SET`) is left out. Throws EngineError where there is none.
 */
export function csvOf(
  { stdout, stderr, code }: ProgramOutput,
  { command, marker, purpose }: { command: string; marker: string; purpose: string },
): Buffer {
  const header = new RegExp(`^[ \\t]*"?${marker}"?[ \\t]*,`, "im").exec(stdout.toString("latin1"));
  if (code === 0 && header !== null) return stdout.subarray(header.index);
  // The rest of the command may hold a password.
  const [program = ""] = command.trim().split(/\s/, 1);
  const said = [stderr, header === null ? stdout.toString("utf8", 0, 400).trim() : ""];
  const words = said.filter(Boolean).join(" / ").replaceAll(/\s+/g, " ");
  const how =
    code === 0 ? `printed no CSV with the column ${marker}` : `ended with ${code ?? "a signal"}`;
  const message = `The program ${program} of --exec ${how} for the statement "${purpose}". ${words === "" ? "It said nothing." : `It said: ${words}`} It must read SQL on standard input, stop at errors, and print CSV with a header, as psql --csv -v ON_ERROR_STOP=1 and duckdb -csv do.`;
  throw new EngineError("internal", reason("programFailed", message, { program, code, marker }));
}
