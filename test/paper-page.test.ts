import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { figure1, table2 } from "../src/paper/index.js";
import { isThorough } from "./fixture/property.js";

// docs/paper.md shows what its commands print: the rows of its tables are those of the commands' defaults.

const page = await readFile("docs/paper.md", "utf8");

it.runIf(isThorough)(
  "shows the medians of table2",
  async () => {
    const { worlds } = await table2({ seed: 1, weeks: 40, users: 4_000, dials: [] });
    const [plain, alike, more] = worlds;
    const shown = plain?.correlations.filter(({ feed }) => feed === "1") ?? [];
    const rows = new Map<string, string[]>();
    for (const { reward, ranking, median } of shown) {
      const key = `| ${reward} | ${ranking} |`;
      rows.set(key, [...(rows.get(key) ?? []), median.toFixed(2).replace("-", "−")]);
    }
    expect(rows.size).toBe(8);
    for (const [key, medians] of rows) expect(page).toContain(`${key} ${medians.join(" | ")} |`);
    const bare = (r: number | null | undefined): string =>
      (r ?? 0).toFixed(2).replace("-0", "−").replace(/^0/, "");
    expect(page).toContain(
      `is ${bare(alike?.medianDcg)} where days are alike (no weekdays, no drift), ${bare(plain?.medianDcg)} as the world is, and ${bare(more?.medianDcg)} where`,
    );
    expect(page).toContain(`The median r of nDCG is ${bare(plain?.medianNdcg)} for Rt`);
  },
  600_000,
);

it.runIf(isThorough)(
  "shows the shares of figure1",
  async () => {
    const { sensitivity, trueLifts } = await figure1({ seed: 1, weeks: 20, users: 10_000 });
    const of = (estimator: string, clip: number | "inf") => {
      const row = sensitivity.rows.find(
        (each) => each.estimator === estimator && each.clip === clip,
      );
      if (row === undefined) throw new Error(`no ${estimator} at ${clip}`);
      return row;
    };
    const share = (value: number | null): string => (value ?? 0).toFixed(2).replace(/^0/, "");
    const small = (p: number | null): string => String(Number((p ?? 0).toPrecision(2)));
    for (const clip of [1, 2, 4, 8, "inf"] as const) {
      const [dcg, ndcg] = [of("dcg", clip), of("ndcg", clip)];
      const both = (read: (row: typeof dcg) => string): string => `${read(dcg)} | ${read(ndcg)}`;
      const cells = [
        both(({ known }) => share(known.truePositives)),
        both(({ known }) => small(known.meanP).replace(/^0/, "")),
        both(({ known }) => share(known.signAgreement)),
        both(({ unknown }) => share(unknown.signAgreement)),
      ];
      const name = clip === "inf" ? "∞" : clip;
      // p keeps two digits, with zeros at its end.
      const row = page.split("\n").find((line) => line.startsWith(`| ${name} | .`)) ?? "";
      expect(row.replaceAll(/0(?= \|)/g, "")).toBe(
        `| ${name} | ${cells.join(" | ")} |`.replaceAll(/0(?= \|)/g, ""),
      );
    }
    const lifts = Object.values(trueLifts).map((lift) => 100 * lift);
    expect(page).toContain(
      `truly earns ${Math.min(...lifts).toFixed(1)} to ${Math.max(...lifts).toFixed(1)} % more`,
    );
  },
  600_000,
);
