import { exitCodes } from "./exit-codes.js";

/** Signals by which a user, a terminal or a scheduler ends a command, and the exit code of each. */
export const signalsThatEnd: Readonly<Record<"SIGINT" | "SIGTERM" | "SIGHUP", number>> = {
  SIGINT: exitCodes.interrupted.code,
  SIGTERM: exitCodes.terminated.code,
  SIGHUP: exitCodes.hungUp.code,
};

/** What a command's signal is aborted with, so that the exit code says by whom. */
export interface Interruption {
  readonly exitCode: number;
}

export const interruptionBy = (signal: keyof typeof signalsThatEnd): Error & Interruption =>
  Object.assign(new Error(`ended by ${signal}`), { exitCode: signalsThatEnd[signal] });

export function exitCodeOfInterruption(reason: unknown): number {
  const isOurs = typeof reason === "object" && reason !== null && "exitCode" in reason;
  return isOurs ? Number(reason.exitCode) : exitCodes.interrupted.code;
}
