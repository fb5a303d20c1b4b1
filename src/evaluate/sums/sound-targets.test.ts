import { expect, it } from "vitest";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";
import { requestOf } from "../ask/tally-request.js";
import { bindSource } from "../survey/bind-source.js";
import { surveyLog } from "../survey/survey-log.js";
import { requireSoundTargets, sampleOfTargets } from "./sound-targets.js";

const rows = randomLog("sound targets", { trajectories: 2000 });

/** What is found in a log that counts as large: in its own rows, and in those that are held. */
async function bothWays(given: readonly Row[]): Promise<readonly PromiseSettledResult<unknown>[]> {
  const connection = { engine: inMemory(given, logColumns), options: {} };
  const study = readStudy(smallStudy());
  const found = await surveyLog(connection, await bindSource(connection, study));
  const large = { ...found, summary: { ...found.summary, rows: 2_000_000 } };
  const request = requestOf(study, large, { kind: "exact" });
  const held = { ...request, keep: {}, samples: sampleOfTargets(study, large) };
  return Promise.allSettled(
    [request, held].map((each) => requireSoundTargets(connection, study, large, false, each)),
  );
}

it("looks at the same trajectories among held rows", async () => {
  const [own, held] = await bothWays(rows);
  expect(own).toMatchObject({ value: { sampledTrajectories: expect.any(Number) } });
  expect(held).toEqual(own);
});

it("finds two items at one target rank in rows without a reward", async () => {
  const twice = rows.map((row): Row => ({ ...row, rank_a: 1n, like: 0, watch: 0 }));
  const [own, held] = await bothWays(twice);
  expect(own).toMatchObject({
    status: "rejected",
    reason: { problems: [{ code: "duplicateTargetRank" }] },
  });
  expect(held).toEqual(own);
});
