import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asComputed } from "../../test/fixture/as-computed.js";
import { inTurn, isInTurn, isThorough } from "../../test/fixture/property.js";
import { isReason, reason } from "../errors.js";
import type { StudyTally } from "../evaluate/about.js";
import { addTallies } from "../evaluate/add/add-tallies.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import { takeTally } from "../evaluate/take-tally.js";
import type { NumberParameter } from "../parameters.js";
import { double, plus } from "../sql/expression.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import type { Row } from "../sql/interpreter/value.js";
import { readStudy } from "../study/read-study.js";
import { foldTally } from "../tally/fold.js";
import type { Estimator, Formula } from "./estimator.js";
import { estimators, findEstimator } from "./index.js";
import type { LawStudy } from "./law-log.js";
import { allRequests, sampleEntries, sampleRequests } from "./law-parameters.js";
import { estimatorLaws, type LawRow, type LawRunner } from "./laws.js";

const tallyOf = (study: LawStudy, rows: readonly Row[]): Promise<StudyTally> => {
  const source = { table: "log" };
  const asked = readStudy({ ...study, log: { ...study.log, source } });
  return takeTally(asked, { engine: createInterpreter({ log: rows }) });
};

const runner: LawRunner<LawRow> = {
  estimates: async (study, rows) =>
    asComputed(await conclude(await tallyOf(study, rows))).estimates,
  added: async (study, shards) => {
    const tallies = await Promise.all(shards.map((rows) => tallyOf(study, rows)));
    const sum = tallies.map((tally) => foldTally(tally, 1024)).reduce(addTallies);
    return asComputed(await conclude(sum)).estimates;
  },
};

type Estimates = readonly LawRow[];

const tried = inTurn(estimators);

/** The answers of one estimator from a study that asks all which read the same roles: each study runs once. */
function inCompany(estimator: Estimator): LawRunner {
  const reads = (need: Estimator["needs"][number]) => (each: Estimator) =>
    each.needs.includes(need) === estimator.needs.includes(need);
  const company = tried.filter(reads("listLength")).filter(reads("loggers"));
  const entries = company.flatMap(sampleEntries);
  const ownEntries = JSON.stringify(sampleEntries(estimator));
  const asked = async (
    study: LawStudy,
    rows: unknown,
    run: (study: LawStudy) => Promise<Estimates>,
  ): Promise<Estimates> => {
    if (JSON.stringify(study.estimators) !== ownEntries) return run(study);
    const all = { ...study, estimators: entries };
    const answers = await once([all, rows], () => run(all));
    return answers.filter((row) => "estimator" in row && row.estimator === estimator.name);
  };
  return {
    estimates: (study, rows) => asked(study, rows, (all) => runner.estimates(all, rows)),
    added: (study, shards) => asked(study, shards, (all) => runner.added(all, shards)),
  };
}

const answered = new Map<string, Promise<Estimates>>();

function once(asked: unknown, run: () => Promise<Estimates>): Promise<Estimates> {
  const key = JSON.stringify(asked, (_, value) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  const found = answered.get(key) ?? run();
  answered.set(key, found);
  return found;
}

describe.each(tried.map((estimator, at) => [estimator.name, estimator, at] as const))(
  "%s",
  (_name, estimator, at) => {
    const run = isThorough && isInTurn(at, 3) ? runner : inCompany(estimator);

    it.each(inTurn(estimatorLaws).map((law) => [law.name, law] as const))(
      "%s",
      async (_law, law) => {
        await law.check(estimator, run);
      },
    );
  },
);

describe.each(estimators.map((estimator) => [estimator.name, estimator] as const))(
  "%s",
  (_name, estimator) => {
    it("has a page that names every parameter", () => {
      const folder = estimator.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const page = readFileSync(new URL(`./${folder}/${folder}.md`, import.meta.url), "utf8");
      expect(page.startsWith(`# ${estimator.name}\n`)).toBe(true);
      for (const { name } of estimator.parameters) expect(page).toContain(`\`${name}\``);
    });

    it("says what it is, what it assumes and where it comes from", () => {
      expect(estimator.purpose).not.toBe("");
      expect(estimator.reference).not.toBe("");
      expect(estimator.assumptions.length).toBeGreaterThan(0);
    });
  },
);

function lawOf(wanted: string): (typeof estimatorLaws)[number] {
  const law = estimatorLaws.find(({ name }) => name === wanted);
  if (law === undefined) throw new Error(`No law says "${wanted}".`);
  return law;
}

/** A runner whose n-th answers are bent. */
function bent(bend: (row: LawRow, call: number) => LawRow): LawRunner {
  let call = 0;
  const altered = (rows: readonly LawRow[]): readonly LawRow[] => {
    call += 1;
    return rows.map((row) => bend(row, call));
  };
  return {
    estimates: async (study, rows) =>
      altered(await once([study, rows], () => runner.estimates(study, rows))),
    added: async (study, shards) =>
      altered(await once([study, shards, "added"], () => runner.added(study, shards))),
  };
}

const up = (row: LawRow): LawRow => ({
  ...row,
  value: (row.value ?? 0) * (1 + 2 ** -50) + 2 ** -50,
});
const far = (row: LawRow): LawRow => ({ ...row, value: (row.value ?? 0) + 0.01 });

describe("the laws", () => {
  const dcg = estimators.find(({ name }) => name === "dcg");
  if (dcg === undefined) throw new Error("dcg is missing");
  const broken: readonly (readonly [number, LawRunner])[] = [
    [1, bent((row) => ({ ...row, se: -1 }))],
    [2, bent(far)],
    [3, bent((row) => (row.policy === "copied" ? up(row) : row))],
    [4, bent((row, call) => (call === 2 ? up(row) : row))],
    [5, bent((row, call) => (call === 2 ? up(row) : row))],
    [6, bent((row, call) => (call === 2 ? far(row) : row))],
    [7, bent((row, call) => (call === 2 ? far(row) : row))],
    [8, bent((row, call) => (call === 2 ? { ...row, se: (row.se ?? 0) / 2 } : row))],
    [9, bent((row, call) => (call === 2 ? { ...row, se: (row.se ?? 0) + 1e-6 } : row))],
  ];

  it.each(inTurn(broken, 2))("number %i catches answers that break it", async (at, run) => {
    await expect(estimatorLaws[at]?.check(dcg, run)).rejects.toThrow("dcg");
  });

  const silent = bent(({ policy, parameters, estimand }) => ({
    policy,
    parameters,
    estimand,
    none: reason("curveMissing", "Nothing answers.", {}),
  }));
  const withAnswers = estimatorLaws.slice(1, 10);

  it.each(inTurn(withAnswers, 3))(
    "catch an estimator without any answer: $name",
    async ({ check }) => {
      await expect(check(dcg, silent)).rejects.toThrow(/^dcg: .*no answer/);
    },
  );

  it.each(inTurn(withAnswers, 3))(
    "catch a logged policy without an answer: $name",
    async ({ check }) => {
      const none = reason("curveMissing", "The log has no answer.", {});
      const ofOthers = bent(({ policy, parameters, estimand, ...row }) =>
        policy === "logged"
          ? { policy, parameters, estimand, none }
          : { policy, parameters, estimand, ...row },
      );
      await expect(check(dcg, ofOthers)).rejects.toThrow(/^dcg: /);
    },
  );

  it("catch an estimator without a formula", async () => {
    const without = { ...dcg, formula: () => undefined };
    await expect(
      lawOf("sums over rewarded rows are 0 at a row without reward").check(without, runner),
    ).rejects.toThrow("no formula");
  });

  it("try numbers within a parameter's own bounds", () => {
    const depth: NumberParameter = {
      kind: "number",
      name: "depth",
      purpose: "the deepest rank",
      min: 3,
      max: 8,
      open: "none",
      whole: true,
      default: 3,
    };
    const canonical = ({ depth = 3 }: Record<string, unknown>) => ({ depth: Number(depth) });
    const member = { ...dcg, parameters: [depth], canonical };
    const tried = [{ depth: 3 }, { depth: 4 }, { depth: 8 }];
    expect(sampleRequests(member)).toEqual(tried);
    expect(allRequests(member)).toEqual(tried);
  });

  it("catch parameters that have no one form", async () => {
    const canonical = ({ gain = "c" }: Record<string, unknown>) => ({ gain: `${gain}'` });
    const check = lawOf("canonical parameters are canonical").check({ ...dcg, canonical }, runner);
    await expect(check).rejects.toThrow("canonical");
  });

  /** The member with every formula changed. */
  const changed = (name: string, change: (formula: Formula) => Formula): Estimator => {
    const member = estimators.find((each) => each.name === name);
    if (member === undefined) throw new Error(`${name} is missing`);
    return {
      ...member,
      formula: (question) => {
        const formula = member.formula(question);
        return formula === undefined || isReason(formula) ? formula : change(formula);
      },
    };
  };
  const bentGradient = (
    formula: Formula,
    bend: (gradient: readonly number[]) => number[],
  ): Formula => ({
    ...formula,
    plugIn: (means) => {
      const found = formula.plugIn(means);
      return isReason(found) ? found : { ...found, gradient: bend(found.gradient) };
    },
  });

  it.each([
    ["of the wrong sign", (g: readonly number[]) => g.map((each, k) => (k === 1 ? -each : each))],
    ["a hundredth too large", (g: readonly number[]) => g.map((each) => each * 1.01)],
    ["too short", (g: readonly number[]) => g.slice(1)],
    ["that is not a number", (g: readonly number[]) => g.map(() => Number.NaN)],
  ] as const)("catch a gradient %s", async (_what, bend) => {
    const wrong = changed("snips", (formula) => bentGradient(formula, (g) => [...bend(g)]));
    await expect(
      lawOf("the gradient is the derivative of the value").check(wrong, runner),
    ).rejects.toThrow(/^snips: .*gradient/);
  });

  it("catch an estimator whose gradient could not be looked at", async () => {
    const silent = { ...dcg, formula: () => undefined };
    await expect(
      lawOf("the gradient is the derivative of the value").check(silent, runner),
    ).rejects.toThrow("no formula");
  });

  it("catch sums over rewarded rows that are not 0 without a reward", async () => {
    const wrong = changed("ips", (formula) => ({
      ...formula,
      components: formula.components.map((each) =>
        each.over === "rewarded" ? { ...each, value: plus(each.value, double(1)) } : each,
      ),
    }));
    await expect(
      lawOf("sums over rewarded rows are 0 at a row without reward").check(wrong, runner),
    ).rejects.toThrow(/^ips: .*rewarded/);
  });

  const ofViewsBy = (name: string): NonNullable<Estimator["ofViews"]> => {
    const ofViews = findEstimator(name)?.ofViews;
    if (ofViews === undefined) throw new Error(`${name} has no value of views`);
    return ofViews;
  };

  it.each([
    ["snips", ofViewsBy("dcg")],
    ["dcg", ofViewsBy("snips")],
    ["ips", () => 0],
  ] as const)("catch a value of views that is not the estimate of %s", async (name, ofViews) => {
    const member = estimators.find((each) => each.name === name) ?? dcg;
    await expect(
      lawOf("sums over views give the value").check({ ...member, ofViews }, runner),
    ).rejects.toThrow(name);
  });

  it("catch a value of views that no estimate could be compared with", async () => {
    await expect(lawOf("sums over views give the value").check(dcg, silent)).rejects.toThrow(
      "no estimate",
    );
  });

  it("catch added views that count for nothing", async () => {
    const ofViews: Estimator["ofViews"] = (estimand, sums) =>
      dcg.ofViews?.(estimand, sums, { views: 0, reward: 0 }) ?? 0;
    const member = { ...dcg, ofViews };
    await expect(
      lawOf("views put back give the value of the whole").check(member, runner),
    ).rejects.toThrow("added views");
  });

  it("try every kind of value of each parameter once", () => {
    expect(sampleRequests(dcg)).toHaveLength(6);
  });
});
