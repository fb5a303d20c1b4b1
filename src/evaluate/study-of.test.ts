import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StudyInput } from "../../schema/study-input.js";
import { type LogFolder, openLogFolder } from "../../test/fixture/duckdb-log.js";
import { isThorough } from "../../test/fixture/property.js";
import { logColumns, randomLog } from "../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../test/fixture/small-study.js";
import { StudyError } from "../errors.js";
import type { Engine } from "../sql/engine.js";
import { readStudy } from "../study/read-study.js";
import { check } from "./check.js";
import { evaluate } from "./evaluate.js";
import { fitLog } from "./fit.js";
import { openEngine } from "./open-engine.js";
import { takeTally } from "./take-tally.js";

type Call = (study: StudyInput, engine?: Engine) => Promise<unknown>;
const calls: readonly (readonly [string, Call])[] = [
  ["evaluate", (study, engine) => evaluate(study, { ...(engine && { engine }) })],
  ["check", (study, engine) => check(study, { ...(engine && { engine }) })],
  ["takeTally", (study, engine) => takeTally(study, { ...(engine && { engine }) })],
  ["fitLog", (study, engine) => fitLog(study, { ...(engine && { engine }) })],
];

/** A short run asks for one policy. */
const few = isThorough ? {} : { policies: { a: { rank: "rank_a" } }, estimators: ["mean", "dcg"] };

const written = (overrides: object = {}): StudyInput =>
  smallStudy({ ...few, ...overrides }) as unknown as StudyInput;

const rows = randomLog(11);
let folder: LogFolder;
let file: string;

beforeAll(async () => {
  folder = await openLogFolder();
  file = await folder.write(rows, logColumns);
});
afterAll(() => folder.remove());

describe.each(calls)("%s", (_, call) => {
  it("answers an object in the shape of a study file as it answers the study that was read", async () => {
    const small = written();
    const read = readStudy(small) as unknown as StudyInput;
    expect(await call(small, inMemory(rows))).toEqual(await call(read, inMemory(rows)));
  });

  it("opens the study's engine where none is given", async () => {
    const source = written({ log: { source: file } });
    const engine = await openEngine("duckdb");
    const given = await call(source, engine);
    await engine.close();
    expect(await call(source)).toEqual(given);
  });

  it("says in words what is not a study, and what is not an engine", async () => {
    await expect(call(undefined as unknown as StudyInput)).rejects.toThrow(StudyError);
    await expect(call({ lgo: {} } as unknown as StudyInput)).rejects.toThrow(StudyError);
    const word = "duckdb" as unknown as Engine;
    await expect(call(written(), word)).rejects.toThrow(/Expected the option engine to be/);
  });
});

it("opens an engine by its name alone, as a study file may name it", async () => {
  const engine = await openEngine("duckdb");
  expect(engine.name).toBe("duckdb");
  await engine.close();
  await expect(openEngine("dukcdb")).rejects.toThrow(/did you mean "duckdb"/i);
  await expect(openEngine(undefined as unknown as string)).rejects.toThrow(StudyError);
});
