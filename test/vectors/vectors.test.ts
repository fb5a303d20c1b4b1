import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase } from "./ask.js";
import type { Runner, VectorCase } from "./case.js";
import { changes, mismatches } from "./compare.js";
import { notImplemented } from "./not-implemented.js";
import { runners } from "./runners/index.js";

const ownCopy = new URL("./vectors.json", import.meta.url);
const read = (path: string | URL): readonly VectorCase[] => JSON.parse(readFileSync(path, "utf8"));
const cases = read(process.env.HINDCAST_VECTORS ?? ownCopy);
const runnerOf = (name: string): Runner | undefined => runners.find((each) => each.name === name);
const waiting = cases.map(({ name }) => name).filter((name) => runnerOf(name) === undefined);

// Reporters leave out what passed; what was not compared must be seen.
beforeAll(() => {
  const partly = runners.filter(({ notYet }) => Object.keys(notYet).length > 0).map(titleOf);
  const listed = [...partly, `not implemented: ${waiting.length} cases`, ...waiting];
  process.stdout.write(`${listed.join("\n")}\n`);
});
afterAll(closeDatabase);

describe("published and independently computed numbers", () => {
  for (const each of cases) {
    const found = runnerOf(each.name);
    if (found !== undefined) it(each.name, () => holds(found, each));
  }

  it(`not implemented: ${waiting.length} cases`, () => {
    const names = new Set(cases.map(({ name }) => name));
    expect([...waiting].sort()).toEqual(notImplemented.filter((name) => names.has(name)).sort());
  });

  it("every runner and every waiting case is one of the project's own copy, once", () => {
    const listed = [...runners.map(({ name }) => name), ...notImplemented];
    const known = read(ownCopy).map(({ name }) => name);
    expect([...listed].sort()).toEqual([...known].sort());
  });
});

function titleOf({ name, notYet }: Runner): string {
  const missing = Object.entries(notYet).map(([field, why]) => `${field} (${why})`);
  return missing.length === 0 ? name : `${name}; not yet: ${missing.join(", ")}`;
}

/** Every expected field agrees, and none would if its number were another. */
async function holds(
  { run, notYet }: Runner,
  { inputs, expected, tolerance }: VectorCase,
): Promise<void> {
  const got = await run(inputs);
  const fields = Object.entries(expected).filter(([field]) => notYet[field] === undefined);
  const due = Object.fromEntries(fields);
  expect(mismatches(got, due, tolerance)).toEqual([]);
  expect(Object.keys(got as object).filter((field) => field in notYet)).toEqual([]);
  expect(fields.length).toBeGreaterThan(0);
  for (const changed of changes(due)) {
    expect(mismatches(got, changed, tolerance), JSON.stringify(changed)).not.toEqual([]);
  }
}
