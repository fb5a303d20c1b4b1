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
      `${clear}survey of rows [######----------] 42 %,`,
      `${clear}sums over a very long list of purposes:`,
      clear,
    ]);
  });

  it("writes a line in 15 s elsewhere, whatever runs, with the statement's number", () => {
    const { at, line, written } = started(false);
    at(5, { purpose: "ranges", begins: true });
    at(10, { purpose: "survey of rows", planned: 2 });
    at(10, { purpose: "survey of rows", begins: true });
    at(10, survey);
    for (let time = 1000; time <= 20_000; time += 1000) at(time);
    at(20_100, { purpose: "sums", begins: true });
    for (let time = 21_000; time <= 32_000; time += 1000) at(time);
    line.done();
    expect(written).toEqual([
      "survey of rows: 42 %, 1,200,000 rows, statement 2 of 3, 1 s\n",
      "survey of rows: 42 %, 1,200,000 rows, statement 2 of 3, 16 s\n",
      "sums: statement 3 of 3, 31 s\n",
    ]);
  });

  it("keeps what a run should know on a line of its own, be it in the first second", () => {
    const { at, line, written } = started(true);
    at(10, { purpose: "rows", note: "rows are\u001b[31m not held" });
    at(1200, survey);
    at(1300, { purpose: "rows", note: "nor these" });
    line.done();
    expect(written.map((text) => text.replace("\r\u001b[2K", "<"))).toEqual([
      "rows are\ufffd[31m not held\n",
      "<survey of rows [######----------] 42 %,",
      "<nor these\n",
      "<",
    ]);
  });

  it("never goes back within a statement, and starts again with the next", () => {
    const { at, line, written } = started(false);
    at(10, survey);
    at(1000, { ...survey, fraction: 0.1, rows: 5 });
    at(1100, { purpose: "survey of rows" });
    at(16_500, { ...survey, fraction: 0.5, rows: 7 });
    at(31_600, { ...survey, begins: true, fraction: 0.2, rows: 3 });
    line.done();
    expect(written.map((text) => text.replace(/,? ?\d+ s\n$/, ""))).toEqual([
      "survey of rows: 42 %, 1,200,000 rows",
      "survey of rows: 50 %, 1,200,000 rows",
      "survey of rows: 20 %, 3 rows, statement 1 of 1",
    ]);
  });
});
