import { expect, inject, it } from "vitest";
import { isInTurn } from "../../fixture/property.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";
import { Refused } from "./asking.js";
import { goldenCases } from "./cases.js";
import { differences, promisesBits } from "./compare.js";
import { curvesFile } from "./curves-file.js";
import type { GoldenLog } from "./golden-log.js";
import { goldenAnswer } from "./golden-numbers.js";

/** Every question of the golden suite, or one of so many by the seed, put to an engine: one test each. */
export function goldenSuite(
  { asked = /^/, shares = 1 }: UnderTest,
  opened: () => OpenEngine,
): void {
  const folder = inject("golden");
  const isWhole = process.env.HINDCAST_GOLDEN === "all";
  const chosen = isWhole ? /^/ : asked;
  const cases = goldenCases(curvesFile(folder)).filter(({ name }) => chosen.test(name));
  const inShare = cases.filter((_, at) => isWhole || isInTurn(at, shares));

  it.each(inShare)("$name", async (question) => {
    const { engine, running, logs } = opened();
    const source = (log: GoldenLog): unknown => {
      const written = logs.find((each) => each.name === log.name);
      if (written === undefined) throw new Error(`The log "${log.name}" was not written.`);
      return running.source(written);
    };
    const wanted = await goldenAnswer(question, folder);
    const isRefused = typeof Object(wanted).refused === "string";
    expect(isRefused, "whether the study is refused").toBe(question.isRefused ?? false);
    const answer = await question.ask({ engine, source });
    if (answer instanceof Refused && !isRefused) throw answer.error;
    const got: unknown = JSON.parse(JSON.stringify(answer));
    const tolerance = promisesBits(wanted) ? 0 : 1e-9;
    expect(differences(got, wanted, tolerance)).toEqual([]);
  });
}
