import type { Command } from "commander";
import { reason, StudyError } from "../errors.js";
import { defaultAdjustment, defaultInterval } from "../inference/index.js";
import { LOGGED, type LogSpec } from "../log/log-spec.js";
import { sourceRef } from "../log/source.js";
import type { Engine } from "../sql/engine.js";
import type { Study } from "../study/study.js";
import type { FlagReader } from "./flag-reader.js";

const roles = [
  "trajectory",
  "rank",
  "user",
  "feed",
  "day",
  "logger",
  "listLength",
  "censored",
] as const;

const purposes: Readonly<Record<(typeof roles)[number], string>> = {
  trajectory: "the key of a trajectory",
  rank: "the displayed rank, counted from 1",
  user: "the user, whose trajectories are alike",
  feed: "the feed, each with a curve of its own",
  day: "the day, to see whether the curve moves",
  logger: "which logging policy wrote the row",
  listLength: "how many positions the list offered",
  censored: "whether the end of a trajectory was not seen",
};

const needed = ["trajectory", "rank"] as const;

/** Which column of a log plays which role, as flags name it. */
export type LogRoles = Readonly<Partial<Record<(typeof roles)[number], string>>>;

/** Declares a flag for each column of a log that is read without a study. */
export function declareLogFlags(command: Command): Command {
  for (const role of roles) {
    command.option(`${typed(role)} <column>`, `of a log without a study: ${purposes[role]}`);
  }
  return command;
}

export function readLogFlags(flags: FlagReader): LogRoles {
  const given = roles.flatMap((role) => {
    const column = flags.text(role);
    return column === undefined ? [] : [[role, column] as const];
  });
  return Object.fromEntries(given);
}

/** Those of the flags that were given, as they are typed. */
export const logFlagsGiven = (given: LogRoles): readonly string[] =>
  roles.filter((role) => given[role] !== undefined).map(typed);

/** A study that asks nothing: the files of a log, and which column plays which role. */
export function studyOfLog(files: readonly string[], given: LogRoles): Study {
  const log: LogSpec = {
    source: { files },
    ...given,
    rewards: {},
    invalid: "refuse",
    structure: "check",
  };
  return {
    log,
    exposure: {},
    policies: {},
    baseline: LOGGED,
    estimators: [],
    estimands: ["perTrajectory"],
    confidence: 0.95,
    interval: defaultInterval.name,
    adjust: defaultAdjustment.name,
    pool: false,
    sums: "exact",
    engine: { name: "duckdb" },
  };
}

/** Throws a StudyError, with the columns that there are, unless trajectories and ranks are named. */
export async function requireRoles({ log }: Study, engine: Engine): Promise<void> {
  const missing = needed.filter((role) => log[role] === undefined);
  if (missing.length === 0) return;
  const columns = await engine.describe(sourceRef(log.source), {});
  const names = columns.map(({ name }) => name);
  const flags = missing.map((role) => `${typed(role)} (${purposes[role]})`).join(" and ");
  const message = `A log without a study needs ${flags}; its columns are ${names.slice(0, 20).join(", ")}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`;
  throw new StudyError(reason("missingRole", message, { missing, columns: names }));
}

const typed = (role: string): string =>
  `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
