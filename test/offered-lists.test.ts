import { expect, it } from "vitest";
import { evaluate } from "../src/evaluate/evaluate.js";
import { createRandom } from "../src/random/create-random.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";
import { repetitions } from "./fixture/property.js";
import { inMemory } from "./fixture/small-study.js";

const columns = ["session", "position", "like", "within", "beyond", "few"].map((name) => ({
  name,
  type: "bigint" as const,
}));

/**
 * All displayed rows of lists of 4 to 12 items, viewed or not, people going on with chance .7; items are alike.
 * Candidates shuffle the displayed items, or these with as many others, or bring one other item into a tenth of the lists.
 */
function offeredRows(seed: string): readonly Row[] {
  const random = createRandom(seed);
  return Array.from({ length: 1500 }, (_, session) => {
    const length = 4 + random.integer(9);
    const [within, beyond] = [shuffled(length, random), shuffled(2 * length, random)];
    const enters = random.next() < 0.1 ? 1 + random.integer(length) : length + 1;
    let isViewing = true;
    return Array.from({ length }, (__, at): Row => {
      const like = isViewing && random.next() < 0.3 ? 1n : 0n;
      isViewing &&= random.next() < 0.7;
      return {
        session: BigInt(session),
        position: BigInt(at + 1),
        like,
        within: BigInt(within[at] ?? 1),
        beyond: BigInt(beyond[at] ?? 1),
        few: BigInt((within[at] ?? 1) + ((within[at] ?? 1) >= enters ? 1 : 0)),
      };
    });
  }).flat();
}

function shuffled(length: number, random: ReturnType<typeof createRandom>): readonly number[] {
  const order = Array.from({ length }, (_, at) => at + 1);
  for (let at = length - 1; at > 0; at--) {
    const other = random.integer(at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

it("gives no call on offered rows of lists of many lengths, and asks whether they are", async () => {
  for (let world = 0; world < repetitions(2, 20); world++) {
    const study = {
      log: {
        source: { table: "log" },
        trajectory: "session",
        rank: "position",
        rewards: ["like"],
        exposure: { curve: { fit: "auto" } },
      },
      policies: { within: { rank: "within" }, beyond: { rank: "beyond" }, few: { rank: "few" } },
      estimators: ["dcg"],
    };
    const engine = inMemory(offeredRows(`offered ${world}`), columns);
    const { verdicts, warnings } = await evaluate(readStudy(study), { engine });
    const [within] = verdicts;
    expect([within?.policy, within?.reason.code]).toEqual(["within", "ranksAmongViewed"]);
    expect(within?.reason.message).toContain("log.rows: offered");
    for (const { policy, verdict } of verdicts) {
      expect([policy, ["better", "worse"].includes(verdict)]).toEqual([policy, false]);
    }
    expect(warnings.map(({ message }) => message).join(" ")).toContain("log.rows: offered");
  }
});
