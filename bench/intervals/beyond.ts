import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { intervals } from "../../src/inference/intervals/index.js";
import { intervalBy } from "../../src/inference/intervals/interval.js";
import { skewnessOf } from "../../src/inference/intervals/skewness.js";
import { createInterpreter } from "../../src/sql/interpreter/interpreter.js";
import { readStudy } from "../../src/study/read-study.js";
import { candidates, differencesOf, truthOf, viewsOf, type World } from "./world.js";

const level = 0.95;
/** Above this size of skewness a difference is said to be `skewed`. */
const skewed = 0.3;

/** Lists whose last ranks are hardly ever viewed, rarer likes, and likes of very unequal worth. */
const worlds: Readonly<Record<string, World>> = {
  "10 items, γ = .7": { listLength: 10, gamma: 0.7, likes: [0.1, 0.02], spread: 0 },
  "likes of .02 to .005": { listLength: 25, gamma: 0.88, likes: [0.02, 0.005], spread: 0 },
  "worth log-normal, σ = 1.5": { listLength: 25, gamma: 0.88, likes: [0.1, 0.02], spread: 1.5 },
  "20 items, γ = .75": { listLength: 20, gamma: 0.75, likes: [0.1, 0.02], spread: 0 },
};

/** The worst candidate's share of intervals that hold the truth, in worlds with less to learn from. */
export async function beyondSection(users: number, logs: number, lines: number): Promise<string> {
  const rows: string[] = [];
  for (const [name, world] of Object.entries(worlds)) {
    const { shares, said } = coverageIn(world, users, logs);
    const { held, calls } = await coverageOfLines(world, users, lines);
    const cells = [shares.t, shares.skewness, said, held, calls];
    rows.push(`| ${name} | ${cells.map((each) => (each ?? Number.NaN).toFixed(2)).join(" | ")} |`);
  }
  return [
    "| world | `t` | `skewness` | said to be `skewed` | interval of the verdict | judged |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
    "",
    `${users} users, ${logs} logs of each (${lines} for verdicts), 3 candidates. Of \`t\` and \`skewness\` the worst candidate.`,
  ].join("\n");
}

function coverageIn(world: World, users: number, logs: number) {
  const names = Object.keys(candidates);
  const methods = intervals.filter(({ name }) => name === "t" || name === "skewness");
  const held = methods.map(() => names.map(() => 0));
  let said = 0;
  for (let seed = 0; seed < logs; seed++) {
    const all = differencesOf(users, seed, world);
    for (const [at, name] of names.entries()) {
      const of = all.get(name);
      if (of === undefined) continue;
      if (Math.abs(skewnessOf(of.influence ?? new Float64Array())) > skewed) said += 1;
      for (const [m, method] of methods.entries()) {
        const [lo, hi] = intervalBy(method, of, level);
        const own = held[m];
        const truth = truthOf(name, world);
        if (own !== undefined && lo <= truth && truth <= hi) own[at] = (own[at] ?? 0) + 1;
      }
    }
  }
  const worst = methods.map(({ name }, m) => [name, Math.min(...(held[m] ?? [])) / logs]);
  const shares: Readonly<Record<string, number>> = Object.fromEntries(worst);
  return { shares, said: said / (logs * names.length) };
}

/** What `evaluate` says of such logs: intervals of verdicts that hold the truth, and how many are better or worse. */
async function coverageOfLines(world: World, users: number, logs: number) {
  const names = Object.keys(candidates);
  let [held, calls] = [0, 0];
  for (let seed = 0; seed < logs; seed++) {
    const { differences, verdicts } = await evaluate(readStudy(studyOf(world, users, seed)), {
      engine: createInterpreter({}),
    });
    for (const name of names) {
      const row = differences.map(restoreNumbers).find((each) => each.policy === name);
      const truth = truthOf(name, world);
      if (row === undefined || !("interval" in row)) continue;
      const [lo, hi] = row.interval;
      if (lo <= truth && truth <= hi) held += 1;
    }
    calls += verdicts.filter(({ verdict }) => verdict === "better" || verdict === "worse").length;
  }
  return { held: held / (logs * names.length), calls: calls / (logs * names.length) };
}

function studyOf(world: World, users: number, seed: number): Readonly<Record<string, unknown>> {
  const rows: Readonly<Record<string, number>>[] = [];
  viewsOf(users, seed, world, ({ user, session, rank, item, like }) => {
    const targets = Object.entries(candidates).map(
      ([name, rankOf]) => [name, rankOf(item, world.listLength)] as const,
    );
    const length = world.listLength;
    rows.push({ user, session, rank, item, like, length, ...Object.fromEntries(targets) });
  });
  return {
    log: {
      source: { rows },
      trajectory: "session",
      item: "item",
      rank: "rank",
      user: "user",
      listLength: "length",
      rewards: ["like"],
      exposure: { curve: { fit: "geometric", cutoff: world.listLength } },
    },
    policies: Object.fromEntries(Object.keys(candidates).map((name) => [name, { rank: name }])),
    estimators: ["dcg"],
  };
}
