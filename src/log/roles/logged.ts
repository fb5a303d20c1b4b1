import { reason } from "../../errors.js";
import { bigint, nullOf } from "../../sql/expression.js";
import type { Constant, Role } from "../role.js";
import { sourceText } from "../role-use.js";
import { divisor, flags, inEveryRow, named, numbers, orNull, wholeNumbers } from "./parts.js";

export const rank: Role<"rank", "log", "rank"> = {
  ...named("rank", "log", "rank"),
  words: {
    purpose: "the displayed rank, counted from 1",
    without: "only estimators that use exposures give results",
  },
  isFlag: true,
  isNeededToFit: true,
  called:
    /^(?:(?:display(?:ed)?_|shown_|item_)?(?:rank|rang|position|posici[oó]n|pos|slot|place)(?:_?(?:index|idx|number|no|nr))?)$/i,
  ...wholeNumbers,
  alias: "h_rank",
  absent: () => bigint(1n),
  refuses: inEveryRow(
    {
      code: "rankInvalid",
      expected: "a displayed rank that is a whole number, 1 or more",
      remedy:
        "displayed ranks count from 1; if yours count from 0, add 1 in log.source: { sql: … }",
    },
    { low: 1 },
  ),
  isSampled: true,
};

const longestList = 1_000_000;

export const listLength: Role<"listLength", "log", "listLength"> & { readonly constant: Constant } =
  {
    ...named("listLength", "log", "listLength"),
    words: {
      purpose:
        "a column with, or one number for, the positions in the list, viewed or not; no displayed rank may exceed it",
      without:
        "`ndcg` and `pndcg` use the curve's cut-off in its place for the ideal of negative rewards",
    },
    isFlag: true,
    called: /^(?:list_?(?:len(?:gth)?|size)|offered_items|num_items)$/i,
    ...wholeNumbers,
    constant: {
      low: 1,
      high: longestList,
      whole: true,
      expected: `a column's name or a whole number in [1, ${longestList}]`,
    },
    alias: "h_length",
    absent: () => nullOf("bigint"),
    refuses: inEveryRow(
      {
        code: "rankBeyondList",
        expected: "a list length that is a whole number and not below the displayed rank",
        remedy: "listLength is the number of positions that the list offered, viewed or not",
      },
      { low: 1 },
    ),
    atLeast: rank,
  };

export const censored: Role<"censored", "log", "censored"> = {
  ...named("censored", "log", "censored"),
  words: {
    purpose: "true (1) where the end of a trajectory was not observed",
    details:
      "(the log was cut, the session was still open), else false (0). Its deepest view then does not count as a stop. Set it in all rows of the trajectory or only in the deepest one",
    without: "every end counts as observed, except at `listLength`",
  },
  isFlag: true,
  ...flags,
  alias: "h_censored",
  refuses: inEveryRow(
    {
      code: "censoredInvalid",
      expected: "true (1) where the end of the trajectory was not seen, false (0) where it was",
      remedy:
        "have log.source: { sql: … } write 1 where the log was cut or the session still open, 0 where people left (null does not say which)",
    },
    { low: 0, high: 1 },
  ),
};

export const viewed: Role<"viewed", "log", "viewed"> = {
  ...named("viewed", "log", "viewed"),
  isFlag: true,
  called: /^(?:is_?)?(?:viewed|seen|visible|in_?view)$/i,
  words: {
    purpose: "true (1) where the item of the row was viewed",
    details: ", false (0) where it was only offered; with `rows: offered`",
    without: "every row is a view; with `rows: offered` it is not known which ones are",
  },
  ...flags,
  alias: "h_viewed",
  refuses: inEveryRow(
    {
      code: "viewedInvalid",
      expected:
        "true (1) where the item of the row was viewed, false (0) where it was only offered",
      remedy:
        "have log.source: { sql: … } write 1 where the item came into view and 0 where it did not (null does not say which)",
    },
    { low: 0, high: 1 },
  ),
};

export const sampling: Role<"sampling", "log", "sampling"> = {
  ...named("sampling", "log", "sampling"),
  words: {
    purpose: "the probability, in (0, 1], with which the trajectory of the row was kept",
    details:
      ", the same in all of its rows; every number then weighs it by the inverse, and describes all trajectories",
    without: "every row was kept",
  },
  ...numbers,
  alias: "h_sampling",
  refuses: divisor(
    "samplingInvalid",
    "a probability",
    "a row that is in the log cannot have been kept with probability 0; log the rate at which it was really kept, 1 where all were",
  ),
  isSampled: true,
  single: {
    count: "severalRates",
    refusal: {
      code: "severalRates",
      says: ["was kept with several probabilities", "were kept with several probabilities"],
    },
  },
  warn: (use, { range }) => {
    if (range === undefined || range[0] === range[1]) return undefined;
    const [least, most] = range;
    const message = `${use.path} (column "${sourceText(use)}"): trajectories were kept with probabilities from ${least} to ${most}. Every number weighs them by the inverse and describes all trajectories; the checks of verdicts are not run, since their tables count what was kept.`;
    return reason("samplingVaries", message, { column: sourceText(use), least, most });
  },
};

export const loggedExposure: Role<"loggedExposure", "exposure", "column"> = {
  ...named("loggedExposure", "exposure", "column"),
  words: {
    purpose:
      "the logged exposure of the shown item, in (0, 1], where the logging policy was stochastic",
    details: "; weights divide by it instead of the curve",
  },
  ...numbers,
  ...orNull,
  alias: "h_exposure",
  refuses: divisor(
    "loggingExposureInvalid",
    "a logged exposure",
    "an item that was shown cannot have had exposure 0; log the probability that the logging policy really used",
  ),
};

const shownWithoutChance =
  "an item that was shown cannot have had probability 0; log the probability that the logging policy really used";

export const loggedPropensity: Role<"loggedPropensity", "log", "propensity"> = {
  ...named("loggedPropensity", "log", "propensity"),
  words: {
    purpose:
      "the probability, in (0, 1], with which the logging policy put the item at its rank, given the items above it",
    details: ", for `sips`, `rips` and `cascadeDr`",
    without: "estimators by whole lists refuse",
  },
  ...numbers,
  ...orNull,
  alias: "h_propensity",
  refuses: divisor("propensityInvalid", "a logged propensity", shownWithoutChance),
};

export const loggedPlacement: Role<"loggedPlacement", "log", "placement"> = {
  ...named("loggedPlacement", "log", "placement"),
  words: {
    purpose:
      "the probability, in (0, 1], with which the logging policy put the item at its rank, whatever stood above it",
    details: ", for `iips` and `pseudoInverse`",
    without: "estimators by placements refuse",
  },
  ...numbers,
  ...orNull,
  alias: "h_placement",
  refuses: divisor("placementInvalid", "a logged placement", shownWithoutChance),
};
