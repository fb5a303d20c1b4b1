import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { modules } from "../../../src/cli/modules.js";
import { fixtureGuarded, fixtureResult } from "../../fixture/fixture-result.js";
import { runCommand } from "../../fixture/run-command.js";
import { tallyParts } from "./tally-bytes.js";

/** The kinds of files that a stranger may hand over. */
export const kinds = ["study", "result", "tally", "fit", "truth"] as const;
export type Kind = (typeof kinds)[number];

/** Sound documents of each kind, as values that edits change. */
export type Seeds = Readonly<Record<Kind, readonly unknown[]>>;

const header = "session,user,day,feed,pos,new,score,click,watch,item,eps,list";
const rowsFrom = (first: number): readonly string[] =>
  Array.from({ length: 160 }, (_, i) => {
    const [session, rank] = [first + Math.floor(i / 4), (i % 4) + 1];
    const [day, feed] = [`2026-11-0${1 + (session % 3)}`, session % 2 === 0 ? "home" : "search"];
    const reward = `${(i * 7) % 5 === 0 ? 1 : 0},${(i % 11) / 10}`;
    const row = `${session},${session % 13},${day},${feed},${rank},${5 - rank},${i % 13},${reward},${i % 9},0.5,6`;
    return rank <= 1 + (session % 4) ? [row] : [];
  }).flat();

const roles = { source: "log.csv", trajectory: "session", rank: "pos", rewards: ["click"] };
const exposure = { curve: { model: "geometric", gamma: 0.8 } };
const earned = { click: { value: 0.4, se: 0.05, n: 1000 } };
const plain = {
  log: { ...roles, exposure },
  policies: { new: { rank: "new", online: earned } },
};

const queried =
  "select i // 4 as session, i % 4 + 1 as pos, 4 - i % 4 as new, i % 2 as click from range(80) as r(i)";

const studies: readonly unknown[] = [
  plain,
  {
    log: {
      ...roles,
      item: "item",
      user: "user",
      day: "day",
      feed: "feed",
      listLength: 6,
      invalid: "excludeTrajectories",
      rewards: { like: "click", watch: { column: "watch", better: "lower", missing: 0 } },
      exposure: {
        curve: {
          byFeed: {
            home: { model: "yuleSimon", rho: 1.2, cutoff: 20 },
            search: { table: [1, 0.7, 0.4, 0.2] },
          },
        },
      },
    },
    policies: {
      new: { rank: "new" },
      views: { exposure: "eps" },
    },
    baseline: "new",
    estimators: ["mean", "dcg", { dcg: { discount: ["log2", "curve"], clip: [8, "inf"] } }, "ndcg"],
    decide: "dcg",
    estimands: ["perTrajectory", "perImpression"],
    confidence: 0.9,
    interval: "skewness",
    adjust: "holm",
    guardrails: { watch: { notWorseThan: 0.01 } },
    prior: { lift: { sd: 0.05 } },
    pool: true,
    privacy: { keys: true },
  },
  { ...plain, log: { ...plain.log, user: "user", exposure: { curve: { fit: "geometric" } } } },
  { ...plain, log: { ...plain.log, source: { sql: queried } } },
];

const withCurve = { ...plain, log: { ...plain.log, exposure: { curve: { file: "fit.json" } } } };
const withTruth = { ...plain, truth: "truth.json" };

/** Writes what the files of a case stand beside, and makes the documents that are changed. */
export async function makeSeeds(folder: string): Promise<Seeds> {
  const file = (name: string): string => join(folder, name);
  const command = async (...argv: readonly string[]): Promise<void> => {
    const { code, stderr } = await runCommand(argv, { cwd: folder, modules });
    if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${code}: ${stderr}`);
  };
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(file(name), "utf8"));
  await writeFile(file("log.csv"), [header, ...rowsFrom(0)].join("\n"));
  await writeFile(file("other.csv"), [header, ...rowsFrom(1001)].join("\n"));
  const other = { ...plain, log: { ...plain.log, source: "other.csv" } };
  await writeFile(file("study.json"), JSON.stringify(other));
  await command("evaluate", "study.json", "--save-tally", "other.parquet");
  const results: unknown[] = [fixtureResult(), fixtureGuarded()];
  const tallies: unknown[] = [];
  for (const study of studies) {
    await writeFile(file("study.json"), JSON.stringify(study));
    await command("evaluate", "study.json", "-o", "r.json", "--save-tally", "t.parquet");
    results.push(await json("r.json"));
    const bytes = await readFile(file("t.parquet"));
    tallies.push(await tallyParts(new Uint8Array(bytes).buffer));
  }
  await command("fit", "study.json", "--model", "geometric", "-o", "fit.json");
  await command("fit", "study.json", "--model", "table", "--tail", "geometric", "-o", "table.json");
  const fits = [await json("fit.json"), await json("table.json")];
  const answer = { policy: "new", reward: "click", feed: null, value: 0.2, se: 0.01 };
  const truths = [{ hindcast: "0.1.0", truth: [answer, { ...answer, policy: "logged" }] }];
  await writeFile(file("with-curve.json"), JSON.stringify(withCurve));
  await writeFile(file("with-truth.json"), JSON.stringify(withTruth));
  return { study: studies, result: results, tally: tallies, fit: fits, truth: truths };
}
