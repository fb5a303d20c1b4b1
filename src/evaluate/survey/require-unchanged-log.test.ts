import { expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import type { Engine } from "../../sql/engine.js";
import type { Row } from "../../sql/interpreter/value.js";

const rows = randomLog("recount", { trajectories: 40 });

/** An engine whose log becomes another at the first statement of a purpose. */
function changing(after: readonly Row[], purpose: RegExp): Engine {
  const [first, second] = [inMemory(rows), inMemory(after)];
  let isOther = false;
  return {
    ...first,
    query: (plan, options) => {
      isOther ||= purpose.test(plan.purpose);
      return (isOther ? second : first).query(plan, options);
    },
  };
}

const twice = [
  ...rows,
  ...rows.map((row) => ({ ...row, session: BigInt(row.session as bigint) + 1_000_000n })),
];
const others = rows.map((row) => ({ ...row, user: BigInt(row.user as bigint) + 1_000_000n }));

it.each([
  ["rows are added before the first sums", twice, /^trajectories$/],
  ["rows are added before the sums of rewards", twice, /^rewards/],
  ["users are others before the sums of rewards", others, /^rewards/],
  ["rows are taken away before the last count", rows.slice(1), /^rows at the end$/],
])("a log that changes while it is read is refused: %s", async (_, after, purpose) => {
  const engine = changing(after, purpose);
  await expect(evaluateRows(smallStudy(), rows, { engine })).rejects.toMatchObject({
    kind: "log",
    code: "logChanged",
  });
});

it("a log that stays the same is not", async () => {
  const engine = changing(rows, /^rewards/);
  expect((await evaluateRows(smallStudy(), rows, { engine })).estimates.length).toBeGreaterThan(0);
});
