import { describe, expect, it } from "vitest";
import { sources } from "./index.js";
import { sourceLaws } from "./laws.js";
import type { Source } from "./source.js";

describe.each(sources.map((source) => [source.name, source] as const))("%s", (_, source) => {
  it.each(sourceLaws.map((law) => [law.name, law] as const))("%s", (_law, { check }) => {
    check(source);
  });
});

const plain: Source<{ readonly lake: string }> = {
  name: "lake",
  form: '{ lake: "name" }',
  reads: "a lake",
  value: "text",
  example: "deep",
  read: (value) => (typeof value === "string" && value !== "" ? { lake: value } : undefined),
  write: ({ lake }) => lake,
  ref: ({ lake }) => ({ kind: "iceberg", path: lake }),
  describe: ({ lake }) => `the lake ${lake}`,
  place: ({ lake }, place) => ({ lake: place(lake) }),
};

/** A wrong source for every law. */
const bent: Readonly<Record<string, Partial<typeof plain>>> = {
  "it reads what it writes": { write: ({ lake }) => `${lake}!` },
  "it refuses other values without throwing": { read: (value) => ({ lake: String(value) }) },
  "an engine reads it, and the others say what to name instead": {
    ref: () => ({ kind: "puddle" }) as never,
  },
  "its words name it": { form: "a lake" },
  "every path in it can be placed": { place: (spec) => spec },
};

describe("a wrong source", () => {
  it("is there for every law", () => {
    expect(Object.keys(bent)).toEqual(sourceLaws.map(({ name }) => name));
  });

  it.each(sourceLaws.map((law) => [law.name, law] as const))("is caught: %s", (name, { check }) => {
    expect(() => check(plain as Source)).not.toThrow();
    expect(() => check({ ...plain, ...bent[name] } as Source)).toThrow(/^The source lake: /);
  });
});
