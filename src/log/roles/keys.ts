import { reason } from "../../errors.js";
import { showCount } from "../../numeric/show-number.js";
import { bigint, cast, column, type Expression, rowNumber } from "../../sql/expression.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { userOrOwn } from "../anonymous.js";
import { dayForms } from "../days/day-form.js";
import { keyTypes } from "../readers.js";
import type { LogOfRoles, Role } from "../role.js";
import { columnUses, roleNamed, sourceText, valueIn } from "../role-use.js";
import { keys, missingKey, named } from "./parts.js";

export const trajectory: Role<"trajectory", "log", "trajectory"> = {
  ...named("trajectory", "log", "trajectory"),
  words: {
    purpose: "the key of a trajectory",
    details: "(a session, a request)",
    without: "every row is one",
  },
  isFlag: true,
  isNeededToFit: true,
  called:
    /^(?:sid|(?:session|trajectory|request|impression_list|list|query|visit)(?:_?(?:id|key|hash|uuid))?)$/i,
  ...keys,
  alias: "h_trajectory",
  // The row's place in the order of all its roles, so that the key does not depend on the order of
  // rows; rows that agree in every role are interchangeable.
  absent: (log) => {
    const names = new Set(columnUses(log).map(({ source }) => source.name));
    const order = [...names].map((name) => ({ by: column(name), descending: false }));
    return rowNumber([], order);
  },
  survey: "clusterKey",
  refuses: missingKey("trajectory"),
  isSampled: true,
};

export const day: Role<"day", "log", "day"> = {
  ...named("day", "log", "day"),
  words: {
    purpose: "the day",
    details: ": dates, timestamps, text such as 2026-11-30 or 30/11/2026, or seconds since 1970",
    without: "no results by day",
  },
  isFlag: true,
  called: /^(?:date|day|dt|ds|event_date|log_date)$/i,
  accepts: ["date", "timestamp", "text"],
  expected: "dates, timestamps, text such as 2026-11-30, or seconds since 1970",
  alias: "h_day",
  read: readDay,
  readAs: "dayOrder",
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("day"),
  isSampled: true,
  single: { count: "severalDays" },
};

/** A day in UTC. */
function readDay({ name, type, form }: SourceColumn): Expression {
  const written = dayForms.find((dayForm) => dayForm.name === form);
  if (written !== undefined) return written.read(name);
  return type === "date" ? column(name) : cast(column(name), "date");
}

const trajectoryOf = (log: LogOfRoles): Expression | undefined =>
  valueIn(log, roleNamed(log, trajectory.name));

export const user: Role<"user", "log", "user"> = {
  ...named("user", "log", "user"),
  words: {
    purpose: "the user",
    details: "; standard errors are clustered by user",
    without: "every trajectory is a cluster",
  },
  isFlag: true,
  called:
    /^(?:uid|(?:user|member|visitor|customer|account|client|viewer|cookie|device)(?:_?(?:id|key|hash|uuid))?)$/i,
  ...keys,
  alias: "h_user",
  absent: trajectoryOf,
  whereNull: (log) => userOrOwn(log, trajectoryOf(log)),
  survey: "clusterKey",
  refuses: missingKey("user"),
  isSampled: true,
  single: {
    count: "severalUsers",
    refusal: { code: "severalUsers", says: ["holds several users", "hold several users"] },
  },
  warn: (use, { missing = 0, values }) => {
    if (missing === 0) return undefined;
    const share = (100 * missing) / values;
    const percent = share >= 10 ? share.toFixed(0) : share.toPrecision(2);
    const message = `${use.path} (column "${sourceText(use)}"): ${showCount(missing)} of ${showCount(values)} rows (${percent} %) have no user (null); each of their trajectories counts as a user of its own. If they should have one, fill the column; set log.invalid to refuse them.`;
    return reason("anonymousUsers", message, {
      column: sourceText(use),
      rows: missing,
      of: values,
    });
  },
};

export const feed: Role<"feed", "log", "feed"> = {
  ...named("feed", "log", "feed"),
  words: {
    purpose: "the feed",
    details: "; each feed has its own results and may have its own curve",
    without: "one feed",
  },
  isFlag: true,
  called: /^(?:feed|surface|placement)$/i,
  ...keys,
  alias: "h_feed",
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("feed"),
  isSampled: true,
};

export const logger: Role<"logger", "log", "logger"> = {
  ...named("logger", "log", "logger"),
  key: "loggingPolicy",
  words: {
    purpose: "the logging policy that wrote the row, where there were several",
    details: ". `logger`, its older spelling, is accepted",
    without: "one logging policy",
  },
  isFlag: true,
  ...keys,
  alias: "h_logger",
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("logger", "logging policy"),
  isSampled: true,
  single: {
    count: "severalLoggers",
    refusal: {
      code: "severalLoggers",
      says: ["was shown by several logging policies", "were shown by several logging policies"],
    },
  },
};

export const item: Role<"item", "log", "item"> = {
  ...named("item", "log", "item"),
  words: {
    purpose: "the item's key",
    without: "a policy by `score` is refused, because ties are broken by item",
  },
  isFlag: true,
  called:
    /^(?:item|product|doc|document|video|story|content|article|listing|track|movie|sku|asin|object)(?:_?id|_?key)?$/i,
  ...keys,
  accepts: [...keyTypes, "double"],
  expected: "any type",
  alias: "h_item",
  onDemand: true,
  survey: "nothing",
};

export const cluster: Role<"cluster", "log", "cluster"> = {
  ...named("cluster", "log", "cluster"),
  words: {
    purpose: "the cluster of the item",
    details:
      " (a category, a cell of an embedding), for `mips` and `offCem`; verdicts look at what neighbours of one cluster do to each other",
    without: "estimators by clusters refuse",
  },
  ...keys,
  alias: "h_cluster",
  survey: "key",
  refuses: missingKey(
    "cluster",
    "cluster",
    `let each such item be one of its own with log.source: { sql: "select *, coalesce(category, item) as cluster …" }, or leave log.cluster out where no estimator weighs clusters`,
  ),
};
