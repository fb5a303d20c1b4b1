import { expect, it } from "vitest";
import { fixtureResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { resultDocument } from "../../documents/result.js";
import { formatCsv } from "./csv.js";

/** RFC 4180, read back. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

function records(text: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
}

it("holds every row of the result, numbers to the last digit", () => {
  const result = fixtureResult();
  const read = records(formatCsv(resultDocument(result)));
  expect(read.map(({ row }) => row)).toEqual([
    ...result.verdicts.map(() => "verdict"),
    ...result.verdicts.flatMap(({ checks = [] }) => checks.map(() => "check")),
    ...result.estimates.map(() => "estimate"),
    ...result.differences.map(() => "difference"),
    ...(result.whatIf ?? []).flatMap(({ curves }) =>
      curves.flatMap((each) => ("none" in each ? "whatIf" : each.differences.map(() => "whatIf"))),
    ),
  ]);
  const values = read.filter(({ row }) => row === "estimate").map(({ value }) => value);
  expect(values).toEqual(
    result.estimates.map((row) => ("none" in row || "withheld" in row ? "" : String(row.value))),
  );
});

it("keeps names with quotes, commas and line breaks", () => {
  const policy = 'a "b", c\nd';
  const read = records(
    formatCsv(resultDocument(fixtureResult({ verdicts: [verdict({ policy })] }))),
  );
  expect(read[0]?.policy).toBe(policy);
});

it("has a column for the truth only where a truth is given", () => {
  const truth = [{ policy: "candidate", reward: "like", feed: null, value: 0.5 }];
  expect(formatCsv(resultDocument(fixtureResult()))).not.toContain("truth");
  const read = records(formatCsv(resultDocument(fixtureResult(), truth)));
  expect(read.find(({ row, policy }) => row === "estimate" && policy === "candidate")?.truth).toBe(
    "0.5",
  );
});

it("holds every difference under another curve, and a column for the curve only then", () => {
  const { whatIf, ...plain } = fixtureResult();
  const header = (text: string): string[] => parseCsv(text)[0] ?? [];
  expect(header(formatCsv(resultDocument(plain)))).not.toContain("curve");
  const read = records(formatCsv(resultDocument(fixtureResult()))).filter(
    ({ row }) => row === "whatIf",
  );
  const told = read.map(({ curve, policy, value, code }) => [curve, policy, value, code]);
  const expected = (whatIf ?? []).flatMap(({ curves }) =>
    curves.flatMap((each) =>
      "none" in each
        ? [[each.label, "", "", each.none.code]]
        : each.differences.map((d) => [each.label, d.policy, String(d.value), d.verdict]),
    ),
  );
  expect(told).toEqual(expected);
  expect(told).toHaveLength(3);
});
