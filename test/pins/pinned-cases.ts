import { requestOf } from "../../src/evaluate/ask/tally-request.js";
import { bindSource } from "../../src/evaluate/survey/bind-source.js";
import { withSurvey } from "../../src/evaluate/survey/with-survey.js";
import type { Row } from "../../src/sql/interpreter/value.js";
import { readStudy } from "../../src/study/read-study.js";
import { periodsOf } from "../../src/tally/comparisons/periods.js";
import { takeComparisonTables } from "../../src/tally/comparisons/take-comparison-tables.js";
import { evaluated, type GoldenCase, type Section } from "../engines/golden/asking.js";
import { goldenCases, plainStudy } from "../engines/golden/cases.js";
import {
  crowdedLog,
  type GoldenLog,
  goldenLogs,
  offeredLog,
  plainLog,
} from "../engines/golden/golden-log.js";
import { studyWithPredictions } from "../fixture/candidate-log.js";
import { smallStudy } from "../fixture/small-study.js";

/** The golden questions that together ask every statement of an ordinary study. */
const asked = [
  "every estimator by feed, day and logger, pooled",
  "keys of text, days as timestamps, decimals and booleans as rewards",
  "structure: sample",
  "structure: declared",
  "every trajectory its own cluster",
  "every row a trajectory",
  "ranks among the viewed by a score, and what a policy earned where it ran",
  "fast sums",
  "holes, midnight and losses",
  "broken rows, their trajectories left out",
  "a check of every trajectory",
  'learning {"byFeed":{"1":{"fit":"yuleSimon","cutoff":6},"2":{"fit":"geometric"}}}',
  "learning by feed and day, other days' curves, what if",
  "learning from sessions with holes, over midnight",
  "fit: every model",
  "candidates and their clusters, several logging policies",
  "predictions fitted on the log, candidates in a table",
  "missing views of candidates that the log shows elsewhere",
  "exposures of items that views refute",
  "exposures of items that views alone refute",
  "whole lists",
  "labels of candidates",
];

/** Users who view each of many lists of six slots to its end, among people who do not. */
const robotsLog: GoldenLog = {
  name: "robots",
  columns: plainLog.columns,
  rows: [...plainLog.rows, ...sessionsOfRobots()].map((row): Row => ({ ...row, list_length: 6n })),
};

function sessionsOfRobots(): readonly Row[] {
  const [first = {}] = plainLog.rows;
  return Array.from({ length: 360 }, (_, session) =>
    Array.from({ length: 6 }, (_, at): Row => {
      const position = BigInt(at + 1);
      const keys = { session: BigInt(10_000 + session), user: BigInt(10_000 + (session % 4)) };
      const like = (session * 7 + at * 3) % 11 === 0 ? 1 : 0;
      return { ...first, ...keys, position, copied: position, rank_a: 7n - position, like };
    }),
  ).flat();
}

/** Users of one session of two rows: so many that the groups of half of them are of a size. */
const sampledLog: GoldenLog = {
  ...crowdedLog,
  name: "sampled",
  rows: crowdedLog.rows.slice(0, 1500).flatMap((row, at): readonly Row[] => {
    const day = `2026-11-0${1 + (at % 3)}`;
    const next = { position: 2n, copied: 2n, rank_a: 1n + (BigInt(at) % 4n), like: at % 2 };
    return [
      { ...row, day },
      { ...row, day, ...next },
    ];
  }),
};

/** What large logs alone are asked: tables in which groups are told apart for a sample. */
const sampled: GoldenCase["ask"] = async ({ engine, source }) => {
  const log = { source: source(sampledLog), day: "day", feed: "feed", rewards: { like: "like" } };
  const study = readStudy(smallStudy({ log, policies: { a: { rank: "rank_a" } } }));
  const connection = { engine, options: {} };
  const bound = await bindSource(connection, study);
  return withSurvey(connection, study, bound, (found) => {
    const base = requestOf(study, found, { kind: "hashed", count: 8, key: "bigint" });
    const targets = ["h_rank_0"];
    return takeComparisonTables(engine, {
      ...{ base, byTrajectory: found.rows, targets, weighed: [] },
      periods: periodsOf(found.strata.flatMap(({ day }) => day ?? [])),
      groups: { halvings: 1, byFeed: new Map([["1", 0]]) },
    });
  });
};

const own: readonly GoldenCase[] = [
  { name: "groups of a sample", ask: sampled },
  {
    name: "estimators of rare use",
    ask: evaluated(
      offeredLog,
      studyWithPredictions(
        [
          { betaIps: { control: ["views", "baseline"] } },
          { clipBound: { limit: [0.5, 2], clips: ["ratio", "propensity"] } },
          { trustDr: { treatment: ["observed", "expected", "weights"] } },
          ...["meanOfRates", "cab", "ips"],
        ],
        {
          ...{ rows: "offered", viewed: "viewed", day: "day" },
          exposure: {
            curve: { table: [1, 0.6, 0.5, 0.25, 0.2, 0.1] },
            trust: { plus: [1, 0.9], minus: [0.3, 0.1] },
          },
        },
      ) as Section,
    ),
  },
  {
    name: "robots that view lists to their end",
    ask: evaluated(
      robotsLog,
      smallStudy({
        log: { listLength: "list_length", rewards: { like: "like" } },
        policies: { a: { rank: "rank_a" } },
        estimators: ["dcg"],
      }),
    ),
  },
  {
    name: "a baseline of its own, shown slots, resampled intervals",
    ask: evaluated(plainLog, {
      ...plainStudy,
      policies: { a: { rank: "rank_a", shows: 3 }, b: { rank: "rank_b" } },
      ...{ baseline: "b", interval: "jackknife", adjust: "holm" },
    }),
  },
];

/** A question by what it is asked under: an engine of one scan for several sums, or one that answers in rounds. */
const otherwise: readonly (readonly [name: string, of: string, info: object])[] = [
  ["in one scan", "structure: declared", { sharesScans: true }],
  ["in one scan", "holes, midnight and losses", { sharesScans: true }],
  ["in rounds", "learning from sessions with holes, over midnight", { inRounds: true }],
];

export interface PinnedCase extends GoldenCase {
  readonly info?: object;
}

const golden = new Map(goldenCases("").map((each) => [each.name, each]));

function goldenCase(name: string): GoldenCase {
  const found = golden.get(name);
  if (found === undefined) throw new Error(`There is no golden study "${name}".`);
  return found;
}

export const pinnedCases: readonly PinnedCase[] = [
  ...asked.map(goldenCase),
  ...own,
  ...otherwise.map(([how, of, info]) => ({ ...goldenCase(of), name: `${of} (${how})`, info })),
];

const partOf = ({ name, rows }: GoldenLog): number =>
  ["robots", "sampled"].includes(name) ? 1 : Math.max(1, Math.floor(rows.length / 200));

/** The golden logs, of large ones a part. */
export const pinnedLogs: readonly GoldenLog[] = [...goldenLogs, robotsLog, sampledLog].map(
  (log) => ({
    ...log,
    rows: log.rows.filter((row) => Number(row.session) % partOf(log) === 0),
  }),
);
