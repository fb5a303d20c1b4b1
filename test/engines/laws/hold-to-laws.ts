import { describe, it } from "vitest";
import { failureLaws } from "../../../src/engines/laws/failures.js";
import { stoppingLaws } from "../../../src/engines/laws/stopping.js";
import { type EngineRunner, engineLaws } from "../../../src/engines/laws.js";
import { tellFault } from "../faults.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";
import { effectsLaw } from "./effects-law.js";
import { networkLaw } from "./network-law.js";
import { relationLaws } from "./relation-laws.js";
import { signalLaw } from "./signal-law.js";
import { stateLaw } from "./state-law.js";
import { textFilesLaw } from "./text-files-law.js";

/** Laws of what goes wrong: the table of faults says that they held. */
const isOfFaults = (name: string): boolean =>
  [...failureLaws, ...stoppingLaws].some((law) => law.name === name);

/** What every engine is held to, besides the numbers. */
export function holdToLaws(under: UnderTest, opened: () => OpenEngine): void {
  const { lacks, slowSource, manyRows } = under;
  const runner = (): EngineRunner => {
    const { engine, running } = opened();
    return { engine, connect: running.connect, slowSource, manyRows, jobs: running.jobs };
  };
  for (const { name, needs = [], check } of engineLaws) {
    const isLeftOut = needs.some((ability) => lacks[ability] !== undefined);
    it.skipIf(isLeftOut)(name, async () => {
      const begun = Date.now();
      await check(runner());
      if (!isOfFaults(name)) return;
      tellFault(under.name, name, `yes, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    });
  }
  describe("random relations", () => relationLaws(under, opened));
  effectsLaw(under, opened);
  stateLaw(under, opened);
  textFilesLaw(under, opened);
  networkLaw(under, opened);
  signalLaw(under, opened);
}
