import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/diagnostics/index.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import {
  addTallies,
  check,
  conclude,
  curves,
  estimators,
  evaluate,
  fitLog,
  fitResultToJson,
  type Members,
  parseStudy,
  readStudy,
  readTally,
  saveTally,
  takeTally,
} from "../../src/index.js";
import { canonical } from "../../src/log/canonical.js";
import { times } from "../../src/sql/expression.js";
import { withoutOrder } from "../../src/tally/without-order.js";
import {
  adjustmentLaws,
  createInterpreter,
  curveLaws,
  diagnosticLaws,
  estimatorLaws,
  fitterLaws,
  intervalLaws,
  type LawRunner,
  sampleParameters,
} from "../../src/testing/index.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { example, members, study } from "./own-members.js";

/** Trajectories that end by chance, each user with one; the policy turns pairs of ranks round. */
const rowsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + at).flatMap((session) => {
    const depth = 1 + ((session * 7919) % 5);
    return Array.from({ length: depth }, (_, i) => ({
      session,
      position: i + 1,
      new_position: i % 2 === 0 ? i + 2 : i,
      liked: Number((session * 31 + i * 17) % 7 < 2),
    }));
  });
const rows = rowsOf(1, 400);
const engine = createInterpreter({});

const [first] = members.estimators ?? [];
const [persistence] = members.curves ?? [];
const [fewImpressions] = members.diagnostics ?? [];
const [logistic] = members.intervals ?? [];
const [sidak] = members.adjustments ?? [];
if (!first || !persistence?.fitter || !fewImpressions || !logistic || !sidak)
  throw new Error("no members");
const fittable = { ...persistence, fitter: persistence.fitter };

const runner: LawRunner = {
  estimates: async (asked, log) => {
    const source = { rows: log };
    const read = readStudy({ ...asked, log: { ...asked.log, source } }, { members });
    return (await conclude(await takeTally(read, { engine }), { members })).estimates;
  },
  added: async (asked, shards) => {
    const tallies = shards.map((log) => {
      const source = { rows: log };
      const read = readStudy({ ...asked, log: { ...asked.log, source } }, { members });
      return takeTally(read, { engine });
    });
    const sum = (await Promise.all(tallies)).reduce(addTallies);
    return (await conclude(sum, { members })).estimates;
  },
};

describe("members of an outsider satisfy the laws", () => {
  it.each(inTurn(estimatorLaws))("estimator: $name", ({ check: law }) => law(first, runner));
  it.each(curveLaws)("curve: $name", ({ check: law }) => {
    for (const parameters of sampleParameters(fittable)) law(fittable, parameters);
  });
  it.each(inTurn(fitterLaws))("fitter: $name", ({ check: law }) => law(fittable));
  it.each(diagnosticLaws)("diagnostic: $name", ({ check: law }) => law(fewImpressions));
  it.each(intervalLaws)("interval: $name", ({ check: law }) => law(logistic));
  it.each(adjustmentLaws)("adjustment: $name", ({ check: law }) => law(sidak));
});

/** A quick run tries one of three commands that take long. */
const shares = repetitions(3, 1);

describe("a study with members of the caller", () => {
  it("is evaluated by them", async () => {
    const result = await example(rows);
    const found = result.estimates
      .map(restoreNumbers)
      .find(({ estimator, policy }) => estimator === "first" && policy === "new");
    const liked = rows.filter((row) => row.new_position === 1 && row.liked === 1).length;
    expect(found).toMatchObject({ value: liked / 400 });
    const [curve] = result.curves;
    expect(curve?.model).toBe("persistence");
    const watch = result.diagnostics.find(({ code }) => code === "own:fewImpressions");
    expect(watch).toMatchObject({ severity: "watch", statistic: rows.length, policy: "new" });
    expect(result.warnings.map(({ code }) => code)).toContain("own:fewImpressions");
    expect(result).toMatchObject({ interval: "logistic", adjust: "sidak" });
    const [row] = result.differences.map(restoreNumbers).filter((each) => "value" in each);
    if (row === undefined || !("value" in row)) throw new Error("no difference");
    const margin = ((Math.sqrt(3) * Math.log(1.95 / 0.05)) / Math.PI) * (row.setSe?.[1] ?? row.se);
    expect(row.interval[1] - (row.set ?? [row.value, row.value])[1]).toBeCloseTo(margin, 8);
    expect(row.adjusted).toMatchObject({ method: "sidak", intervalBy: "sidak" });
    expect(JSON.stringify(result)).not.toContain("members");
  });

  it.runIf(isInTurn(0, shares))(
    "may decide by an estimator of theirs, whose numbers are those of its twin",
    async () => {
      const ips = estimators.find(({ name }) => name === "ips");
      const geometric = curves.find(({ name }) => name === "geometric");
      if (ips === undefined || geometric === undefined) throw new Error("no twins");
      const own: Members = {
        estimators: [{ ...ips, name: "twin" }],
        curves: [{ ...geometric, name: "alike" }],
      };
      const base = study(rows) as { readonly log: object };
      const by = async (name: string, model: string, options: object) => {
        const log = { ...base.log, exposure: { curve: { model, gamma: 0.7 } } };
        const asked = {
          ...base,
          log,
          estimators: [name],
          decide: name,
          interval: "t",
          adjust: "holm",
        };
        const result = await evaluate(readStudy(asked, options), { engine });
        expect(result.verdicts[0]?.estimator).toBe(name);
        return result.differences.map((row) => ({ ...row, estimator: "" }));
      };
      const twins = await by("twin", "alike", { members: own });
      expect(twins).toEqual(await by("ips", "geometric", {}));
    },
  );

  it.runIf(isInTurn(1, shares))(
    "reads them from a file of YAML, a tally from a file, and adds tallies",
    async () => {
      const read = readStudy(study(rows), { members });
      const tally = await takeTally(read, { engine });
      const path = join(await mkdtemp(join(tmpdir(), "members-")), "tally.parquet");
      await saveTally(tally, path, { keepUsers: true });
      const kept = await readTally(path);
      expect(await conclude(kept, { members })).toEqual(
        await conclude(withoutOrder(tally), { members }),
      );
      const given = {
        ...study(rows),
        log: { source: { table: "log" }, rewards: { liked: "liked" } },
      };
      expect(parseStudy(JSON.stringify(given), "own.json", { members }).interval).toBe("logistic");
    },
  );

  it.runIf(isInTurn(2, shares))(
    "fits their curve next to the others, and reads it from the file",
    async () => {
      const read = readStudy(study(rows), { members });
      const fitted = await fitLog(read, { engine });
      const models = fitted.feeds[0]?.rows.map(({ model }) => model);
      expect(models).toContain("persistence");
      const path = join(await mkdtemp(join(tmpdir(), "members-")), "fit.json");
      await writeFile(path, JSON.stringify(fitResultToJson(fitted)));
      const base = study(rows) as { readonly log: object };
      const asked = { ...base, log: { ...base.log, exposure: { curve: { file: path } } } };
      const result = await evaluate(readStudy(asked, { members }), { engine });
      expect(result.curves[0]?.model).toBe("persistence");
      const without = { ...asked, estimators: ["dcg"], interval: "t", adjust: "holm" };
      await expect(evaluate(readStudy(without), { engine })).rejects.toThrow("persistence");
    },
  );

  it.runIf(isInTurn(0, shares))(
    "continues a measured table by their curve, as by its twin, also in a tally and in what-if",
    async () => {
      const base = study(rows) as { readonly log: object };
      const by = async (tail: string) => {
        const curve = { fit: "table", tail, after: 3 };
        const asked = { ...base, log: { ...base.log, exposure: { curve } }, estimators: ["dcg"] };
        const tally = await takeTally(readStudy(asked, { members }), { engine, whatIf: true });
        const path = join(await mkdtemp(join(tmpdir(), "members-")), "tally.parquet");
        await saveTally(tally, path, { keepUsers: true });
        return await conclude(await readTally(path), { members, whatIf: true });
      };
      const [own, house] = [await by("persistence"), await by("geometric")];
      expect(own.curves[0]?.tail).toEqual({ after: 3, model: "persistence" });
      expect(rounded(own.estimates)).toEqual(rounded(house.estimates));
      expect(rounded(own.differences)).toEqual(rounded(house.differences));
      const pointsOf = ({ whatIf = [] }: typeof own) =>
        whatIf.flatMap(({ curves: all }) =>
          all.map((each) => ("policies" in each ? each.policies : each)),
        );
      expect(rounded(pointsOf(own))).toEqual(rounded(pointsOf(house)));
      expect(pointsOf(own).length).toBeGreaterThan(3);
    },
  );

  it("checks a log by them", async () => {
    const report = await check(readStudy(study(rows), { members }), { engine });
    expect(report.supports).toContainEqual({
      policy: "new",
      estimator: "first",
      supported: true,
      reason: null,
    });
  });
});

/** The twin's powers are those of this machine, whose last digit is its own. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "number" ? Number(each.toPrecision(12)) : each,
    ),
  );

describe("mistakes with members are said", () => {
  it("a name that Hindcast has, or that stands twice", () => {
    const clash = { estimators: [{ ...first, name: "dcg" }, first, first] };
    expect(() => readStudy(study(rows), { members: clash })).toThrow(
      /members\.estimators\[0\] is called "dcg", as is Hindcast's own "dcg"; give it another name/,
    );
    expect(() => readStudy(study(rows), { members: clash })).toThrow(/another "first" of yours/);
  });

  it("a code without own:, and a kind that cannot be added", () => {
    const code = {
      diagnostics: [{ ...fewImpressions, code: "fewImpressions" as "own:fewImpressions" }],
    };
    expect(() => readStudy(study(rows), { members: code })).toThrow('Call it "own:fewImpressions"');
    const kind = { roles: [] } as Members;
    expect(() => readStudy(study(rows), { members: kind })).toThrow('came "roles"');
  });

  it("a diagnostic that reads a sum that it does not list, by its code", async () => {
    const squares = times(canonical.reward(0), canonical.reward(0));
    const silent: Diagnostic = {
      ...fewImpressions,
      ofPolicy: ({ total }) => [total({ over: "rewarded", value: squares })].flatMap(() => []),
    };
    const own = { ...members, diagnostics: [silent] };
    const answer = evaluate(readStudy(study(rows), { members: own }), { engine });
    await expect(answer).rejects.toThrow(
      /^The diagnostic own:fewImpressions of policy .*holds no sum .*list it in its components/,
    );
  });

  it("a study that names them, without them", () => {
    for (const name of ["first", "persistence", "logistic", "sidak"]) {
      expect(() => readStudy(study(rows))).toThrow(`came "${name}"`);
    }
  });

  it("a tally that is concluded without them", async () => {
    const tally = await takeTally(readStudy(study(rows), { members }), { engine });
    await expect(conclude(tally)).rejects.toThrow(
      /The tally's study: .*came "first".* pass that in conclude\(tally, \{ members \}\)/,
    );
    const { diagnostics: _, ...others } = members;
    await expect(conclude(tally, { members: others })).rejects.toThrow(
      "The tally was taken with own:fewImpressions; conclude was given none.",
    );
    const without = await takeTally(readStudy(study(rows), { members: others }), { engine });
    expect(() => addTallies(tally, without)).toThrow("members.diagnostics");
  });
});

it("stands in docs/members.md as it is run here", async () => {
  const page = await readFile("docs/members.md", "utf8");
  const [, code] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const run = await readFile("test/members/own-members.ts", "utf8");
  const shown = run
    .replace('"../../src/index.js"', '"hindcast"')
    .replace('"../../src/members/index.js"', '"hindcast/members"');
  expect(code).toBe(shown);
});
