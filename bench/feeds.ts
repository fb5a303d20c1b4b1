import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { duckdbDialect } from "../src/sql/dialects/duckdb.js";
import type { Engine, Plan } from "../src/sql/engine.js";
import { printPlan } from "../src/sql/print.js";
import { readStudy } from "../src/study/read-study.js";
import { longestTurn } from "./longest-turn.js";
import { manyFeeds } from "./many-feeds.js";

// A study of many feeds whose curves are given, and the same with a curve learnt for each; fails beyond its limits.

const { values: flags } = parseArgs({
  options: {
    feeds: { type: "string", default: "40" },
    policies: { type: "string", default: "2" },
    trajectories: { type: "string", default: "33000" },
    runs: { type: "string", default: "3" },
  },
});
const [feeds, policies, trajectories] = [flags.feeds, flags.policies, flags.trajectories].map(
  Number,
) as [number, number, number];
const estimators = ["mean", "dcg", "snips", "ndcg"];
const limits = { ratio: 3, turn: 200, statement: 200_000 };

interface Run {
  readonly seconds: number;
  readonly turn: number;
  readonly statement: number;
}

const given: Run[] = [];
const learnt: Run[] = [];
for (let run = 0; run < Number(flags.runs); run++) {
  given.push(await runOf(false));
  learnt.push(await runOf(true));
}
console.log("| curves | CPU s | longest turn, ms | longest statement, kB |");
console.log("|---|---:|---:|---:|");
console.log(`${lineOf("given", given)}\n${lineOf("learnt", learnt)}`);
const ratio = least(learnt) / least(given);
const turn = Math.max(...[...given, ...learnt].map((run) => run.turn));
const statement = Math.max(...[...given, ...learnt].map((run) => run.statement));
const isMet = ratio <= limits.ratio && turn <= limits.turn && statement <= limits.statement;
console.log(
  `\nLearnt ÷ given ${ratio.toFixed(2)} (at most ${limits.ratio}); turns of at most ${limits.turn} ms, statements of at most ${limits.statement / 1e3} kB: ${isMet ? "met" : "missed"}`,
);
process.exitCode = isMet ? 0 : 1;

async function runOf(learn: boolean): Promise<Run> {
  const study = readStudy(
    manyFeeds({ feeds, policies, trajectories, estimators, learn, family: "study" }),
  );
  const plans: Plan[] = [];
  const engine = noting(await createDuckdbEngine({ threads: 2 }), plans);
  const before = process.cpuUsage();
  const turns = longestTurn();
  try {
    await evaluate(study, { engine });
  } finally {
    await engine.close();
  }
  const turn = turns.stop();
  const { user, system } = process.cpuUsage(before);
  const sizes = plans.map((plan) => Buffer.byteLength(printPlan(plan, duckdbDialect)));
  return { seconds: (user + system) / 1e6, turn, statement: Math.max(...sizes) };
}

function noting(engine: Engine, plans: Plan[]): Engine {
  return {
    ...engine,
    query: (plan, options) => {
      plans.push(plan);
      return engine.query(plan, options);
    },
  };
}

function lineOf(curves: string, runs: readonly Run[]): string {
  const most = (of: (run: Run) => number): number => Math.max(...runs.map(of));
  const kilobytes = most(({ statement }) => statement) / 1e3;
  return `| ${curves} | ${least(runs).toFixed(2)} | ${most(({ turn }) => turn).toFixed(0)} | ${kilobytes.toFixed(0)} |`;
}

function least(runs: readonly Run[]): number {
  return Math.min(...runs.map(({ seconds }) => seconds));
}
