import { expect, it } from "vitest";
import { written } from "../../../../test/fixture/written.js";
import type { CheckReport } from "../../../evaluate/check.js";
import { profile } from "./profile.js";

const report: CheckReport = {
  log: null,
  counts: {},
  problems: [],
  warnings: [],
  supports: [],
  profile: {
    rows: 200,
    rowsPerTrajectory: 4.5,
    atFirstRank: 0.125,
    columns: [
      {
        name: "position",
        type: "bigint",
        uses: ["log.rank"],
        values: 200,
        distinct: 40,
        range: [1, 40],
        mean: 3.25,
      },
      {
        name: "rank_new",
        type: "bigint",
        uses: ["policies.new.rank"],
        values: 190,
        distinct: null,
        range: [1, 1200],
        mean: 12.5,
      },
      {
        name: "date",
        type: "date",
        uses: [],
        values: 200,
        distinct: 7,
        range: ["2026-11-02", "2026-11-08"],
        mean: null,
      },
    ],
  },
};

it("says of each column what it is used for, how much is empty and what it holds", () => {
  const { text } = written(profile, report);
  const lines = text.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(lines).toContainEqual(["position", "rank", "bigint", "0", "40", "1 to 40", "3.25"]);
  expect(lines).toContainEqual(["rank_new", "new.rank", "bigint", "5 %", "1 to 1,200", "12.5"]);
  expect(lines).toContainEqual(["date", "date", "0", "7", "2026-11-02 to 2026-11-08"]);
});

it("says how long lists are, and which share of rows is at their top", () => {
  const { text, markdown } = written(profile, report);
  const said = "4.5 rows per trajectory on average; 12.5 % of rows are at rank 1.";
  expect(text).toContain(`  ${said}`);
  expect(markdown).toContain(said);
});

it("shows nothing where no column was looked at", () => {
  const { profile: _, ...without } = report;
  expect(written(profile, without).text).toBe("");
});
