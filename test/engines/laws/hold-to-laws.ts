import { describe, it } from "vitest";
import { type EngineRunner, engineLaws } from "../../../src/engines/laws.js";
import type { OpenEngine } from "../engine-suite.js";
import type { UnderTest } from "../under-test/under-test.js";
import { networkLaw } from "./network-law.js";
import { relationLaws } from "./relation-laws.js";
import { signalLaw } from "./signal-law.js";

/** What every engine is held to, besides the numbers. */
export function holdToLaws(under: UnderTest, opened: () => OpenEngine): void {
  const { lacks, slowSource, manyRows } = under;
  const runner = (): EngineRunner => {
    const { engine, running } = opened();
    return { engine, connect: running.connect, slowSource, manyRows, jobs: running.jobs };
  };
  for (const { name, needs = [], check } of engineLaws) {
    const isLeftOut = needs.some((ability) => lacks[ability] !== undefined);
    it.skipIf(isLeftOut)(name, () => check(runner()));
  }
  describe("random relations", () => relationLaws(under, opened));
  networkLaw(under, opened);
  signalLaw(under, opened);
}
