import { expect, it } from "vitest";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import { dialects } from "../../sql/dialects/index.js";
import type { Plan } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import { readStudy } from "../../study/read-study.js";
import { takeTally } from "../take-tally.js";

const feeds = 40;
const mostBytes = 200_000;

/** Four trajectories a feed, of 16 rows. */
const rows = `SELECT t AS session, 1 + t % ${feeds} AS feed, position, 1 + (position * (1 + t % 16)) % 17 AS other,
  CASE WHEN hash(t * 64 + position) % 5 = 0 THEN 1 ELSE 0 END AS saved
FROM range(${4 * feeds}) AS s(t), range(1, 17) AS r(position)`;

it("statements with a fitted curve for each of 40 feeds are short in every dialect that has arrays", async () => {
  const engine = await createDuckdbEngine();
  const plans: Plan[] = [];
  const study = readStudy({
    log: {
      source: { sql: rows },
      trajectory: "session",
      rank: "position",
      feed: "feed",
      rewards: { saved: "saved" },
      exposure: { curve: { fit: "inverse" } },
    },
    policies: { other: { rank: "other" } },
    estimators: ["dcg", "ndcg"],
  });
  try {
    await takeTally(study, {
      engine: {
        ...engine,
        query: (plan, options) => {
          plans.push(plan);
          return engine.query(plan, options);
        },
      },
    });
  } finally {
    await engine.close();
  }
  expect(plans.map(({ purpose }) => purpose)).toContain("how sums move with the curve");
  for (const dialect of dialects) {
    // Without arrays a curve is a list of cases, and the limit there is 16 MB.
    if (dialect.name === "redshift") continue;
    for (const plan of plans) {
      const size = Buffer.byteLength(printPlan(plan, dialect));
      expect(size, `${plan.purpose}, ${dialect.name}`).toBeLessThan(mostBytes);
    }
  }
});
