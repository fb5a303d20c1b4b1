import { describe, expect, it } from "vitest";
import { type LogDials, randomLog } from "../../test/fixture/random-log.js";
import { rowOf, smallStudy, tallyRows } from "../../test/fixture/small-study.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Estimate, Result } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import type { Row } from "../sql/interpreter/value.js";
import { foldTally } from "./fold.js";
import type { TallyColumn } from "./tally.js";

const dials: LogDials = { trajectories: 60, days: 3, feeds: 2, notShown: 0.2 };
const study = smallStudy({ log: { day: "day", feed: "feed" } });
const errors = ({ estimates }: Result): readonly (number | null)[] =>
  estimates.map(restoreNumbers).map((row) => ("value" in row ? row.se : null));

describe("rewards of 1e9 + {0, 1}", () => {
  const plain = randomLog("ill-scaled", { trajectories: 300, users: 60 });
  const rows = plain.map((row): Row => ({ ...row, like: 1e9 + Number(row.like) }));
  const asked = smallStudy({
    log: { rewards: { like: "like" } },
    policies: { same: { rank: "copied" } },
    estimators: ["mean", "dcg"],
    estimands: ["perImpression"],
  });

  it.each([null, 1024, 128])(
    "keep 6 digits of the standard error (%s buckets)",
    async (buckets) => {
      const results = await Promise.all(
        [plain, rows].map(async (log) => {
          const tally = await tallyRows(asked, log);
          return await conclude(buckets === null ? tally : foldTally(tally, buckets));
        }),
      );
      const answered = results.map(({ estimates }) =>
        estimates.map(restoreNumbers).flatMap((row) => ("se" in row ? [row] : [])),
      );
      expect(answered[0]?.length).toBe(3);
      answered[0]?.forEach((row: Estimate, i) => {
        const ill = answered[1]?.[i];
        expect(Math.abs((ill?.se ?? 0) / row.se - 1)).toBeLessThan(1e-6);
        expect((ill?.value ?? 0) - 1e9).toBeCloseTo(row.value, 5);
      });
    },
  );
});

describe("exact and plain sums", () => {
  it("agree to 9 digits", async () => {
    const rows = randomLog("sums", { ...dials, negative: true });
    const [exact, fast] = await Promise.all(
      ["exact", "fast"].map(
        async (how) => await conclude(await tallyRows({ ...study, sums: how }, rows)),
      ),
    );
    if (!exact || !fast) throw new Error("two results");
    for (const [i, se] of errors(exact).entries()) {
      expect(errors(fast)[i]).toBeCloseTo(se ?? 0, 6);
    }
    expect(
      rowOf(exact.estimates, { policy: "a", feed: "1", reward: "like", estimator: "dcg" }).value,
    ).toBeCloseTo(
      rowOf(fast.estimates, { policy: "a", feed: "1", reward: "like", estimator: "dcg" }).value,
      9,
    );
  });
});

const bytesOf = ({ hi, lo }: TallyColumn): string => [...hi, ...(lo ?? [])].join();

describe("columns", () => {
  it("are named by what they add up: other policies and rewards leave them alone", async () => {
    const rows = randomLog("names");
    const wide = await tallyRows(smallStudy({ estimators: ["dcg"] }), rows);
    const policies = { renamed: { rank: "rank_b" } };
    const narrow = await tallyRows(
      smallStudy({ estimators: ["dcg"], policies, log: { rewards: { other: "like" } } }),
      rows,
    );
    const columns = Object.entries(narrow.tables.cells?.columns ?? {});
    expect(columns.length).toBeGreaterThan(2);
    for (const [mark, column] of columns) {
      const same = wide.tables.cells?.columns[mark];
      expect(same === undefined ? "absent" : bytesOf(same)).toBe(bytesOf(column));
    }
  });
});
