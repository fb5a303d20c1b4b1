import { exposureStudy, wrongByItem } from "../../fixture/exposure-worlds.js";
import { listStudy } from "../../fixture/list-log.js";
import { loggersStudy } from "../../fixture/several-loggers.js";
import { table } from "../../fixture/small-study.js";
import {
  type Candidates,
  checked,
  evaluated,
  fitted,
  type GoldenCase,
  type Section,
} from "./asking.js";
import {
  anonymousLog,
  brokenLog,
  crowdedLog,
  emptyLog,
  type GoldenLog,
  listsLog,
  missingLog,
  offeredLog,
  plainLog,
  rotatedLog,
  roughLog,
  seenLog,
  viewedLog,
} from "./golden-log.js";

const given = [1, 0.7, 0.5, 0.35, 0.25, 0.2];
const integerKeys = { trajectory: "session", user: "user", feed: "feed" };
const textKeys = { trajectory: "session_text", user: "user_text", feed: "feed_text" };
const scopes = { day: "day", logger: "logger" };

/** A study with every role; a role that is null is left out. */
function studyOf({ log = {}, ...rest }: Section = {}): Section {
  const roles: Section = {
    ...integerKeys,
    item: "item",
    rank: "position",
    listLength: "list_length",
    rewards: { like: "like", watch: { column: "watch", better: "lower" } },
    exposure: { curve: { table: given } },
    ...(log as Section),
  };
  return {
    log: Object.fromEntries(Object.entries(roles).filter(([, value]) => value !== null)),
    policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
    estimators: ["mean", "dcg", "snips", "ndcg"],
    ...rest,
  };
}

const everyEstimator: readonly unknown[] = [
  "mean",
  { dcg: { gain: ["c", "qhat"], clip: [2, "inf"] } },
  { dcg: { discount: "log2", debias: "curve" } },
  { dcg: { clipRatio: [0.5, 3] } },
  { ips: { clip: [1, 4, "inf"] } },
  "snips",
  { ndcg: { discount: ["curve", "log2"], clip: [2, "inf"], onNoIdeal: ["skip", "zero"] } },
  { pndcg: { gain: ["c", "qhat"] } },
];
const both = ["perTrajectory", "perImpression"];
const evaluates = (name: string, log: GoldenLog, study: Section): GoldenCase => ({
  name,
  ask: evaluated(log, study),
});

/** Curves in pairs, one for each feed: every model once. */
const curves: readonly unknown[] = [
  { "1": { model: "yuleSimon", rho: 1.4 }, "2": { model: "geometric", gamma: 0.7, cutoff: 6 } },
  { "1": { model: "inverse", eta: 0.6 }, "2": { model: "logAlpha", alpha: 0.8 } },
  { "1": { table: given }, "2": { model: "log2" } },
].map((byFeed) => ({ byFeed }));
const fits: readonly unknown[] = [
  { byFeed: { "1": { fit: "yuleSimon", cutoff: 6 }, "2": { fit: "geometric" } } },
  { byFeed: { "1": { fit: "inverse" }, "2": { fit: "logAlpha", cutoff: 6 } } },
  { fit: "table", support: 1, cutoff: 6 },
  { fit: "table", tail: "geometric", after: 3 },
];
const moving = ["dcg", { dcg: { clip: 2 } }, { dcg: { clipRatio: 2 } }, "snips", "ndcg", "pndcg"];

const learning = (fit: unknown, log: object = {}, rest: object = {}): Section =>
  studyOf({ log: { exposure: { curve: fit }, ...log }, estimators: moving, ...rest });

/** Every policy's exposures and ranks at many clips: more columns than one statement may give. */
const wide: Section = studyOf({
  log: {
    exposure: { curve: { table: given }, column: "eps0" },
    rewards: ["like", "watch", "price"],
  },
  policies: {
    a: { rank: "rank_a" },
    b: { rank: "rank_b" },
    c: { exposure: "eps_t" },
  },
  estimators: [
    { dcg: { gain: ["c", "qhat"], clip: [1, 1.5, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24, "inf"] } },
    { ips: { clip: [1, 2, 4, 8, "inf"] } },
    { ndcg: { discount: ["curve", "log2"], clip: [2, 4, "inf"] } },
  ],
});

/** Estimators, policies, keys, scopes and structure under curves that are given. */
const givenCurves: readonly GoldenCase[] = [
  evaluates(
    "every estimator by feed, day and logger, pooled",
    plainLog,
    studyOf({
      log: { ...scopes, exposure: { curve: { table: given }, column: "eps0" } },
      policies: { a: { rank: "rank_a" }, b: { exposure: "eps_t" }, same: { rank: "copied" } },
      estimators: everyEstimator,
      estimands: both,
      pool: true,
    }),
  ),
  evaluates(
    "keys of text, days as timestamps, decimals and booleans as rewards",
    plainLog,
    studyOf({
      log: { ...textKeys, day: "moment", logger: "logger_id", rewards: ["price", "unseen"] },
      estimands: both,
    }),
  ),
  ...curves.map((curve) =>
    evaluates(
      `given ${JSON.stringify(curve)}`,
      plainLog,
      studyOf({ log: { exposure: { curve } }, estimators: ["dcg", "snips", "ndcg"], pool: true }),
    ),
  ),
  ...["check", "sample", "declared"].map((structure) =>
    evaluates(
      `structure: ${structure}`,
      plainLog,
      studyOf({ log: { ...scopes, structure }, estimands: both, baseline: "same" }),
    ),
  ),
  evaluates(
    "every trajectory its own cluster",
    plainLog,
    studyOf({ log: { user: null }, estimators: everyEstimator.slice(0, 2) }),
  ),
  evaluates(
    "every row a trajectory",
    plainLog,
    studyOf({
      log: {
        trajectory: null,
        user: null,
        listLength: null,
        rank: null,
        exposure: { column: "eps0" },
      },
      policies: { b: { exposure: "eps_t" } },
      estimators: ["mean", "ips", "snips"],
    }),
  ),
  evaluates(
    "ranks among the viewed by a score, and what a policy earned where it ran",
    plainLog,
    studyOf({
      policies: {
        scored: { score: "target_score", force: "rankViewed" },
        a: { rank: "rank_a" },
      },
      online: { a: roughLog },
    }),
  ),
  evaluates(
    "fast sums",
    plainLog,
    studyOf({ sums: "fast", estimators: everyEstimator.slice(0, 4) }),
  ),
  evaluates("a wide study", plainLog, wide),
];

const isIps = (estimator: unknown): boolean => JSON.stringify(estimator).includes("ips");

/** Logs that break rules, or come close. */
const roughLogs: readonly GoldenCase[] = [
  evaluates(
    "holes, midnight and losses",
    roughLog,
    studyOf({
      log: { day: "day" },
      estimators: everyEstimator.filter((each) => !isIps(each)),
      estimands: both,
    }),
  ),
  {
    ...evaluates(
      "broken rows, refused",
      brokenLog,
      studyOf({ log: { exposure: { curve: { table: given }, column: "eps0" } } }),
    ),
    isRefused: true,
  },
  evaluates("users that are NULL", anonymousLog, studyOf({ log: scopes })),
  evaluates("users that are NULL, by text", anonymousLog, studyOf({ log: textKeys })),
  evaluates(
    "users that are NULL, integers, of sessions by text",
    anonymousLog,
    studyOf({ log: { trajectory: "session_text" } }),
  ),
  evaluates(
    "broken rows, their trajectories left out",
    brokenLog,
    studyOf({
      log: {
        invalid: "excludeTrajectories",
        exposure: { curve: { table: given }, column: "eps0" },
      },
    }),
  ),
  evaluates(
    "a missing reward that counts as one",
    brokenLog,
    studyOf({
      log: {
        invalid: "excludeTrajectories",
        rewards: { watch: { column: "watch", missing: 1 } },
      },
    }),
  ),
  { ...evaluates("a log without a row", emptyLog, studyOf()), isRefused: true },
  { name: "a check of every trajectory", ask: checked(plainLog, studyOf({ log: scopes })) },
  { name: "a check of broken rows", ask: checked(brokenLog, studyOf()) },
];

const crowd = ["dcg", "snips", "ndcg"];

/** More clusters than get a bucket each: 1,024 of them. */
const hashed: readonly GoldenCase[] = [
  evaluates("buckets of integers", crowdedLog, studyOf({ estimators: crowd })),
  evaluates(
    "buckets of integers, declared",
    crowdedLog,
    studyOf({ log: { structure: "declared", day: "day" }, estimators: crowd }),
  ),
  evaluates("buckets of text", crowdedLog, studyOf({ log: textKeys, estimators: ["dcg"] })),
];

const predicted = (prediction: unknown): Section => ({ column: "like", prediction, missing: 0 });

const ofLoggers = loggersStudy(
  [
    ...["dm", "dr", "mips", "offCem", "balance", "weighted", "efficient"],
    ...[{ switchDr: { limit: 1.5 } }, { drOs: { shrinkage: 2 } }, { cab: { limit: 1.5 } }],
  ],
  { item: "item", cluster: "kind", rewards: { like: predicted("q_like") } },
) as Section;

/** Sums over candidates, over clusters of them and over whole lists. */
const beyondViews: readonly GoldenCase[] = [
  evaluates("candidates and their clusters, several logging policies", offeredLog, {
    ...ofLoggers,
    estimands: ["perTrajectory"],
  }),
  evaluates("predictions fitted on the log, candidates in a table", viewedLog, {
    ...studyOf({
      log: {
        item: "item",
        listLength: null,
        rewards: {
          like: predicted({ fit: "itemMean", shrink: 3, folds: 2 }),
          watch: {
            ...predicted({ fit: "itemMean", folds: 2, context: "feed" }),
            column: "watch",
          },
        },
      },
      policies: { a: { rank: "rank_a" } },
      estimators: ["mean", "dm", "dr", { dr: { treatment: "expected" } }],
    }),
    candidates: { from: offeredLog, rank: "position" } satisfies Candidates,
  }),
  evaluates("missing views of candidates that the log shows elsewhere", missingLog, {
    ...studyOf({
      log: {
        ...{ rows: "offered", viewed: "viewed", listLength: null, rewards: ["like", "net"] },
        exposure: { curve: { table } },
      },
      policies: { a: { rank: "rank_a" } },
      estimators: ["dcg"],
    }),
  }),
  evaluates(
    "neighbours of one cluster",
    plainLog,
    studyOf({ log: { cluster: "kind" }, estimators: ["dcg"] }),
  ),
  evaluates(
    "exposures of items that views refute",
    rotatedLog,
    exposureStudy({ ...wrongByItem, offered: true }),
  ),
  evaluates("exposures of items that views alone refute", seenLog, exposureStudy(wrongByItem)),
  evaluates(
    "whole lists",
    listsLog,
    listStudy(
      [
        "sips",
        "iips",
        { rips: { normalised: ["no", "perRank"] } },
        "cascadeDr",
        { pseudoInverse: { weights: ["product", "given"] } },
      ],
      { feed: "feed", day: "day", logger: "logger" },
    ) as Section,
  ),
  evaluates("labels of candidates", offeredLog, {
    ...studyOf({
      log: {
        ...{ rows: "offered", viewed: "viewed", listLength: null, day: "day" },
        rewards: { like: predicted("q_like") },
      },
      policies: { a: { rank: "rank_a" } },
      estimators: [{ completeNdcg: { at: [2, 10], onNoIdeal: ["skip", "zero"] } }, "ndcg"],
    }),
  }),
];

/** Curves learnt from the log. */
const learnt: readonly GoldenCase[] = [
  ...fits.map((fit) => ({
    name: `learning ${JSON.stringify(fit)}`,
    ask: evaluated(plainLog, learning(fit, { censored: "cut" })),
  })),
  {
    name: "learning by feed and day, other days' curves, what if",
    ask: evaluated(
      plainLog,
      learning(
        { fit: "table", support: 1, cutoff: 6 },
        {
          day: "day",
          exposure: {
            curve: { fit: "table", support: 1, cutoff: 6 },
            fitDays: { to: "2026-11-01" },
          },
        },
        { pool: true },
      ),
      { whatIf: true },
    ),
  },
  {
    name: "learning by text keys, ends by a flag, what if",
    ask: evaluated(
      plainLog,
      learning(
        { fit: "yuleSimon", cutoff: 6 },
        { ...textKeys, censored: "unseen", logger: "logger" },
      ),
      { whatIf: true },
    ),
  },
  {
    name: "a given curve, what if",
    ask: evaluated(plainLog, studyOf({ log: { day: "day" } }), { whatIf: true }),
  },
  {
    name: "learning from sessions with holes, over midnight",
    ask: evaluated(roughLog, learning({ fit: "geometric", cutoff: 6 }, { day: "day" })),
  },
  {
    name: "fit: every model",
    ask: fitted(plainLog, studyOf({ log: { day: "day", censored: "cut" } })),
  },
];

/** A study like any other. */
export const plainStudy: Section = studyOf({ log: scopes, estimators: ["dcg", "snips", "ndcg"] });

/** The same of one policy: three quarters of its statements. */
export const onePolicy: Section = { ...plainStudy, policies: { a: { rank: "rank_a" } } };

/** A study of sums by row alone. */
export const declaredStudy: Section = studyOf({
  log: { structure: "declared", day: "day", rewards: ["like"] },
  estimators: ["dcg", "snips"],
});

/** The study whose curves a file holds, which users of the same log read again. */
export const learntBefore: Section = studyOf({ log: { feed: null } });

/** Every question of the golden suite; `file` holds curves learnt before. */
export const goldenCases = (file: string): readonly GoldenCase[] => [
  ...givenCurves,
  ...roughLogs,
  ...hashed,
  ...learnt,
  {
    name: "curves of a file",
    ask: evaluated(plainLog, learning({ file }, { feed: null, day: "day" }), { whatIf: true }),
  },
  ...beyondViews,
];
