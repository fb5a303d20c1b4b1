// Prints every statement that some golden studies ask, in every dialect, as JSON lines on stdout:
//   tsx test/engines/parsed/print-statements.ts > statements.jsonl
import { packed } from "../../../src/engines/results/pack.js";
import { statementOf } from "../../../src/engines/results/statement.js";
import { dialects } from "../../../src/sql/dialects/index.js";
import type { Engine, Plan } from "../../../src/sql/engine.js";
import { printPlan } from "../../../src/sql/print.js";
import { goldenCases } from "../golden/cases.js";
import { inMemory } from "../golden/golden-numbers.js";

// Between them these ask every kind of statement; others differ in their columns.
const asked = [
  "every estimator by feed, day and logger, pooled",
  "keys of text, days as timestamps, decimals and booleans as rewards",
  "structure: sample",
  "structure: declared",
  "every trajectory its own cluster",
  "every row a trajectory",
  "ranks among the viewed by a score, and what a policy earned where it ran",
  "holes, midnight and losses",
  "broken rows, refused",
  "broken rows, their trajectories left out",
  "a check of every trajectory",
  "buckets of text",
  "learning by feed and day, other days' curves, what if",
  "learning by text keys, ends by a flag, what if",
  "fit: every model",
  "candidates and their clusters, several logging policies",
  "predictions fitted on the log, candidates in a table",
  "whole lists",
];

const plans = new Map<string, Plan>();
const { engine, source } = inMemory;
const recording: Engine = {
  ...engine,
  query: (plan, call) => {
    plans.set(printPlan(plan, engine.dialect), plan);
    return engine.query(plan, call);
  },
};

const cases = goldenCases("none.json");
for (const name of asked) {
  const found = cases.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no golden study "${name}".`);
  await found.ask({ engine: recording, source });
}
for (const dialect of dialects) {
  const { name, session } = dialect;
  for (const sql of session) process.stdout.write(line(name, "session", sql));
  for (const plan of plans.values()) {
    process.stdout.write(line(name, plan.purpose, statementOf(plan).print(dialect)));
  }
  // Several as one: the same of every dialect, since these are short or few.
  const short = [...plans.values()].filter(({ columns }) => columns.length <= 4).slice(0, 8);
  const sums = [...plans.values()].filter((plan) => plan.purpose === "rewards by size").slice(0, 3);
  for (const some of [short, sums]) {
    for (const { purpose, sql } of packed(some.map(statementOf), dialect)) {
      process.stdout.write(line(name, purpose, sql));
    }
  }
}

function line(dialect: string, purpose: string, sql: string): string {
  return `${JSON.stringify({ dialect, purpose, sql })}\n`;
}
