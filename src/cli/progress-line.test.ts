import { describe, expect, it } from "vitest";
import type { Progress } from "../sql/engine.js";
import { type ProgressLine, startProgress } from "./progress-line.js";

/** A progress line under a clock that the test turns. */
function started(isTTY: boolean): {
  at: (time: number, progress?: Progress) => void;
  line: ProgressLine;
  written: string[];
} {
  const written: string[] = [];
  let now = 0;
  let tick = (): void => {};
  const clock = {
    now: () => now,
    every: (_: number, given: () => void) => {
      tick = given;
      return () => {
        tick = () => {};
      };
    },
  };
  const line = startProgress({ isTTY, columns: 40, write: (text) => written.push(text) }, clock);
  const at = (time: number, progress?: Progress): void => {
    now = time;
    if (progress === undefined) tick();
    else line.report(progress);
  };
  return { at, line, written };
}

const survey = { purpose: "survey of rows", fraction: 0.425, rows: 1_200_000 };

describe("progress", () => {
  it("is silent in the first second, and where a job is shorter", () => {
    const { at, line, written } = started(true);
    at(900, survey);
    line.done();
    at(2000);
    expect(written).toEqual([]);
  });

  it("keeps one line up to date on a terminal, and takes it away", () => {
    const { at, line, written } = started(true);
    at(10, survey);
    at(1200);
    at(1250);
    at(2500, { purpose: "sums over a very long list of purposes" });
    line.done();
    const clear = "\r\u001b[2K";
    expect(written).toEqual([
      `${clear}survey of rows: 42 %, 1,200,000 rows, 1`,
      `${clear}sums over a very long list of purposes:`,
      clear,
    ]);
  });

  it("writes sparse lines elsewhere: a new purpose, or every 15 s", () => {
    const { at, line, written } = started(false);
    at(10, survey);
    for (let time = 1000; time <= 20_000; time += 1000) at(time);
    at(20_100, { purpose: "sums" });
    line.done();
    expect(written).toEqual([
      "survey of rows: 42 %, 1,200,000 rows, 1 s\n",
      "survey of rows: 42 %, 1,200,000 rows, 16 s\n",
      "sums: 20 s\n",
    ]);
  });
});
