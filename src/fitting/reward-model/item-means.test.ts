import { describe, expect, it } from "vitest";
import { askOffered, candidateColumns, candidateLog } from "../../../test/fixture/candidate-log.js";
import { openLogFolder } from "../../../test/fixture/duckdb-log.js";
import type { LogDials } from "../../../test/fixture/random-log.js";
import { smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { restoreNumbers } from "../../evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { printStatements } from "../../evaluate/print-statements.js";
import { bindSource } from "../../evaluate/survey/bind-source.js";
import { createRandom } from "../../random/create-random.js";
import { column } from "../../sql/expression.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row } from "../../sql/interpreter/value.js";
import { plan } from "../../sql/plan.js";
import { select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { readStudy } from "../../study/read-study.js";
import { bucketOfInteger, bucketOfText } from "../../tally/bucket.js";
import { type Predict, rewardModelLaws, type ViewToPredict } from "./laws.js";

interface Fit {
  readonly shrink?: number;
  readonly folds?: number;
  readonly context?: string;
}

/** The model once more, view by view: means of the views by users whose hash has other last bits. */
function predictions(
  rows: readonly Row[],
  reward: string,
  { shrink = 20, folds = 4, context }: Fit,
): readonly number[] {
  const fold = ({ user }: Row): number =>
    (typeof user === "bigint" ? bucketOfInteger(user) : bucketOfText(String(user))) % folds;
  const views = rows.filter((row) => row.viewed === 1n);
  const shrunken = (own: readonly Row[], parent: number, k: number): number => {
    const total = own.reduce((sum, row) => sum + Number(row[reward]), 0);
    return own.length + k > 0 ? (total + k * parent) / (own.length + k) : parent;
  };
  return rows.map((row) => {
    const others = views.filter((view) => fold(view) !== fold(row));
    const ofItem = others.filter(({ item }) => item === row.item);
    const item = shrunken(ofItem, shrunken(others, 0, 0), shrink);
    if (context === undefined) return item;
    return shrunken(
      ofItem.filter((view) => view[context] === row[context]),
      item,
      shrink,
    );
  });
}

const estimators = ["dm", "dr"];

const studyWith = (rewards: object, log: object): unknown =>
  smallStudy({
    log: { item: "item", rewards, ...log },
    policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
    estimators,
  });

const numbersOf = ({ estimates }: Result): readonly (readonly [number, number])[] =>
  estimates
    .map(restoreNumbers)
    .map((row) => ("value" in row ? [row.value, row.se] : [Number.NaN, Number.NaN]));

function expectClose(found: Result, wanted: Result): void {
  expect(found.estimates.map((row) => "value" in row)).not.toContain(false);
  const expected = numbersOf(wanted);
  for (const [i, pair] of numbersOf(found).entries()) {
    pair.forEach((value, at) => {
      const other = expected[i]?.[at] ?? Number.NaN;
      expect(Math.abs(value - other)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(other)));
    });
  }
}

/** A context that is one in each trajectory. */
const withCountry = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, country: `country ${Number(row.session) % 3}` }));

const columns: readonly SourceColumn[] = [...candidateColumns, { name: "country", type: "text" }];

describe("predictions by item means", () => {
  const worlds: readonly (readonly [string, LogDials, Fit, object])[] = [
    ["of each item", { trajectories: 16 }, {}, {}],
    ["without shrinking, on two folds", { trajectories: 16 }, { shrink: 0, folds: 2 }, {}],
    ["of each item in a context", { trajectories: 20 }, { shrink: 3, context: "country" }, {}],
    ["of two feeds", { trajectories: 24, feeds: 2, negative: true }, {}, { feed: "feed" }],
  ];
  it.each(worlds)("agree with their reference: %s", async (name, dials, fit, log) => {
    const rows = withCountry(candidateLog(`item means ${name}`, dials));
    const [likes, watches] = ["like", "watch"].map((reward) => predictions(rows, reward, fit));
    const given = rows.map((row, i) => ({ ...row, q_like: likes?.[i], q_watch: watches?.[i] }));
    const offered = { rows: "offered", viewed: "viewed", ...log };
    const ask = (own: readonly Row[], prediction: (reward: string) => unknown): Promise<Result> => {
      const rewards = Object.fromEntries(
        ["like", "watch"].map((reward) => [
          reward,
          { column: reward, prediction: prediction(reward) },
        ]),
      );
      const engine = createInterpreter({ log: own }, { columns: { log: columns } });
      return evaluate(readStudy(studyWith(rewards, offered)), { engine });
    };
    const wanted = await ask(given as readonly Row[], (reward) => `q_${reward}`);
    expectClose(await ask(rows, () => ({ fit: "itemMean", ...fit })), wanted);
  });

  it("are those of the candidates' users, where candidates have a table of their own", async () => {
    const fit = { shrink: 2, folds: 8, context: "country" };
    const rows = withCountry(candidateLog("tables")).map((row) => ({
      ...row,
      user: `user ${row.user}`,
    }));
    const own = columns.map(
      (each): SourceColumn => (each.name === "user" ? { ...each, type: "text" } : each),
    );
    const likes = predictions(rows, "like", fit);
    const given = rows.map((row, i): Row => ({ ...row, q_like: likes[i] ?? null }));
    const ask = (all: readonly Row[], prediction: unknown): Promise<Result> => {
      const [log, candidates] = [all.filter((row) => row.viewed === 1n), all];
      const alone = own.filter(({ name }) => !["user", "country", "like"].includes(name));
      const engine = createInterpreter(
        { log, candidates },
        { columns: { log: own, candidates: alone } },
      );
      const rewards = { like: { column: "like", prediction } };
      const source = { candidates: { table: "candidates", rank: "position" } };
      return evaluate(readStudy(studyWith(rewards, source)), { engine });
    };
    expectClose(await ask(rows, { fit: "itemMean", ...fit }), await ask(given, "q_like"));
  });

  it("are the same to the last bit on DuckDB, and printed for other engines", async () => {
    const folder = await openLogFolder();
    try {
      const rows = withCountry(candidateLog("engines"));
      const files = await folder.write(rows, columns);
      const rewards = { watch: { column: "watch", prediction: { fit: "itemMean", shrink: 3 } } };
      const study = (source: object): unknown =>
        studyWith(rewards, { rows: "offered", viewed: "viewed", ...source });
      const engine = createInterpreter({ log: rows }, { columns: { log: columns } });
      const [inMemory, onDuckDb] = await Promise.all([
        evaluate(readStudy(study({})), { engine }),
        evaluate(readStudy(study({ source: files }))),
      ]);
      expect(numbersOf(onDuckDb)).toEqual(numbersOf(inMemory));
      for (const dialect of ["spark", "clickhouse"]) {
        const { statements } = await printStatements(readStudy(study({})), { dialect });
        expect(statements.map(({ purpose }) => purpose)).toEqual(
          expect.arrayContaining([expect.stringMatching(/columns|size of the rewards/)]),
        );
      }
    } finally {
      await folder.remove();
    }
  });

  it("refuse a study without items or users, and contexts that are no columns", async () => {
    const rewards = { like: { column: "like", prediction: { fit: "itemMean" } } };
    expect(() => readStudy(studyWith(rewards, { item: null }))).toThrow(/log\.item/);
    expect(() => readStudy(studyWith(rewards, { user: null, trajectory: null }))).toThrow(
      /log\.user/,
    );
    const odd = { like: { column: "like", prediction: { fit: "itemMean", folds: 3 } } };
    expect(() => readStudy(studyWith(odd, {}))).toThrow(/2, 4, 8 or 16/);
    const context = { like: { column: "like", prediction: { fit: "itemMean", context: "kinds" } } };
    await expect(
      askOffered(candidateLog("contexts"), estimators, { item: "item", rewards: context }),
    ).rejects.toThrow(/prediction\.context.*"kinds".*kind/);
  });
});

/** The predictions of the product, one for each view in the order given. */
const ofProduct: Predict = async (views) => {
  const rows = views.map((view, i) => ({
    session: BigInt(i),
    user: BigInt(view.user),
    item: BigInt(view.item),
    position: 1n,
    like: view.reward,
  }));
  const log = {
    source: { table: "log" },
    trajectory: "session",
    user: "user",
    item: "item",
    rank: "position",
    rewards: { like: { column: "like", prediction: { fit: "itemMean", shrink: 1 } } },
    exposure: { curve: { table: [...table] } },
  };
  const types = ["session", "user", "item", "position"].map((name) => ({ name, type: "bigint" }));
  const engine = createInterpreter(
    { log: rows },
    { columns: { log: [...types, { name: "like", type: "double" }] as readonly SourceColumn[] } },
  );
  const study = readStudy({ log, policies: {}, estimators: ["mean"] });
  const bound = await bindSource({ engine, options: {} }, study);
  const name = String(bound.spec.rewards.like?.prediction);
  const read = select(bound.rows, [
    ["at", column("session")],
    ["prediction", column(name)],
  ]);
  const found = await collect(engine, plan("predictions", read, { at: "bigint" }));
  const values = found.numbers("prediction");
  const made = new Map<number, number | undefined>();
  found.numbers("at").forEach((at, i) => {
    made.set(at, values[i]);
  });
  return views.map((_, i) => made.get(i) ?? Number.NaN);
};

/** Means that a user's own views enter. */
const notCrossFitted: Predict = async (views) =>
  views.map(({ item }) => {
    const own = views.filter((view) => view.item === item);
    return own.reduce((sum, { reward }) => sum + reward, 0) / own.length;
  });

const bent: Readonly<Record<string, Predict>> = {
  "no user's own reward enters the user's predictions": notCrossFitted,
  "rewards that are all one are predicted by that one": async (views) => views.map(() => 0.5),
  "the order of views does not matter, to the last bit": async (views) =>
    views.map((_, i) => views.slice(0, i + 1).reduce((sum, { reward }) => sum + reward, 0)),
  "an item that others like more is predicted higher": async (views) => views.map(() => 0.75),
};

function someViews(seed: string): readonly ViewToPredict[] {
  const random = createRandom(seed);
  return Array.from({ length: 60 }, (_, i) => ({
    user: i % 11,
    item: random.integer(4),
    reward: random.integer(2),
  }));
}

describe("laws of reward models", () => {
  it.each(rewardModelLaws)("item means obey: $name", async ({ check }) => {
    await check(ofProduct, someViews("laws"));
  });

  it.each(rewardModelLaws)("a bent model is caught: $name", async ({ name, check }) => {
    const wrong = bent[name];
    if (wrong === undefined) throw new Error(`no bent model for "${name}"`);
    await expect(check(wrong, someViews("bent"))).rejects.toThrow();
  });
});

describe("why predictions are cross-fitted", () => {
  it("means of a user's own views make the error of dr far too small, those of others do not", () => {
    const random = createRandom("own views");
    const [users, items, replicates] = [60, 40, 30];
    const found = Array.from({ length: replicates }, () => {
      const rows = Array.from({ length: users }, (_, i): Row => {
        const item = random.integer(items);
        const like = random.next() < (item % 2 === 0 ? 0.3 : 0.7) ? 1 : 0;
        return { user: BigInt(i), item: BigInt(item), viewed: 1n, like };
      });
      // Both policies show each item with chance 1/40: w = 1, and the direct part is one number for all users.
      const crossFitted = predictions(rows, "like", { shrink: 1 });
      return { naive: errorOf(rows, notOwn(rows)), fitted: errorOf(rows, crossFitted) };
    });
    const truth = Math.sqrt(0.25 / users);
    const typical = (of: "naive" | "fitted"): number =>
      found.reduce((sum, each) => sum + each[of], 0) / replicates;
    expect(typical("naive") / truth).toBeLessThan(0.8);
    expect(typical("fitted") / truth).toBeGreaterThan(0.95);
  });
});

/** In-sample means of items, without shrinking. */
const notOwn = (rows: readonly Row[]): readonly number[] =>
  rows.map(({ item }) => {
    const own = rows.filter((row) => row.item === item);
    return own.reduce((sum, row) => sum + Number(row.like), 0) / own.length;
  });

/** The standard error of the correction, mean(c − q̂). */
function errorOf(rows: readonly Row[], predicted: readonly number[]): number {
  const residuals = rows.map((row, i) => Number(row.like) - (predicted[i] ?? 0));
  const mean = residuals.reduce((a, b) => a + b, 0) / rows.length;
  const spread = residuals.reduce((sum, e) => sum + (e - mean) ** 2, 0);
  return Math.sqrt(spread / (rows.length * (rows.length - 1)));
}
