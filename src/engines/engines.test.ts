import { describe, expect, it } from "vitest";
import { engines, findEngine, optionFaults } from "./index.js";

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (name, engine) => {
  it("is found by its names, and by its address if it has one", () => {
    for (const each of [name, ...engine.aliases]) expect(findEngine(each)).toBe(engine);
    for (const option of engine.options) {
      if (option.kind === "address") expect(findEngine(option.example)).toBe(engine);
    }
  });

  it("declares every option once, with a sentence and what applies without it", () => {
    const names = engine.options.map((option) => option.name);
    expect(new Set(names).size).toBe(names.length);
    if (engine.short !== undefined) expect(names).toContain(engine.short);
    for (const { purpose, required, otherwise } of engine.options) {
      expect(purpose).toMatch(/^[A-Z].*\.$/);
      expect(required === true).toBe(otherwise === undefined);
    }
  });

  it("says which options it does not have, and which it needs", () => {
    expect(optionFaults(engine, { colour: "red" })[0]).toBe(
      `engine ${name} has no option "colour"; it has ${engine.options.map((each) => each.name).join(", ")}`,
    );
    const needed = engine.options.filter(({ required }) => required === true);
    expect(optionFaults(engine, {})).toHaveLength(needed.length);
  });
});

it("no two engines have a name or an option's flag in common", () => {
  const names = engines.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  const flags = engines.flatMap(({ options }) =>
    options.flatMap(({ name, flag }) => (flag === undefined ? [] : [name])),
  );
  expect(new Set(flags).size).toBe(flags.length);
});

it("opens the member of the list", async () => {
  const engine = await findEngine("duckdb")?.open({ threads: 1 });
  expect((await engine?.info())?.ownHash).toBe(true);
  await engine?.close();
});
