import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { goldenLogs } from "./golden/golden-log.js";
import { goldenSuite } from "./golden/golden-suite.js";
import { pathsOf } from "./golden/write-log.js";
import { holdToLaws } from "./laws/hold-to-laws.js";
import { tellLacks, tellSkipped } from "./skipped.js";
import type { OpenEngine, Running, UnderTest } from "./under-test/under-test.js";

/** The golden suite and the laws of engines, on one engine; `more` registers what is its alone. */
export function engineSuite(
  under: UnderTest,
  more: (opened: () => OpenEngine) => void = () => {},
): void {
  tellSkipped(under);
  const isForgotten = under.unavailable?.includes("was not fetched") === true;
  it.runIf(isForgotten && process.env.HINDCAST_SERVERS !== "skip")(`${under.name} is here`, () => {
    throw new Error(`${under.unavailable}. HINDCAST_SERVERS=skip leaves it out.`);
  });
  describe.skipIf(under.unavailable !== undefined)(under.name, () => {
    let running: Running | undefined;
    let opened: OpenEngine | undefined;

    beforeAll(async () => {
      const folder = inject("golden");
      const logs = goldenLogs.map((log) => ({ ...log, paths: pathsOf(log, folder) }));
      running = await under.start(logs);
      opened = { running, engine: await running.connect(), logs };
      tellLacks(under);
    });
    afterAll(async () => {
      await opened?.engine.close();
      await running?.stop();
    });

    const get = (): OpenEngine => {
      if (opened === undefined) throw new Error(`${under.name} is not open.`);
      return opened;
    };
    describe("gives the golden numbers", () => goldenSuite(under, get));
    describe("keeps the laws of engines", () => holdToLaws(under, get));
    more(get);
  });
}
