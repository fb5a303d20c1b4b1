import { basename } from "node:path";
import type { Command } from "commander";
import { defaultEngine } from "../engines/index.js";
import { type Reason, reason, StudyError } from "../errors.js";
import type { LogProposal } from "../evaluate/propose/propose-log.js";
import { defaultAdjustment, defaultInterval } from "../inference/inference.js";
import { LOGGED, type LogSpec } from "../log/log-spec.js";
import { keyOf, type Role } from "../log/role.js";
import { type ColumnsOf, neededToFit, rolesIn } from "../log/roles/index.js";
import { sourceRef } from "../log/sources/index.js";
import type { Connection, Engine } from "../sql/engine.js";
import { requireNoFolder } from "../study/folder-file.js";
import type { Study } from "../study/study.js";
import { isTallyFile, tallyForLog } from "../tally/tally-columns.js";
import type { FlagReader } from "./flag-reader.js";
import type { Session } from "./session.js";

const roles: readonly Role[] = rolesIn("log").filter(({ isFlag }: Role) => isFlag === true);

/** Which column of a log plays which role, as flags name it. */
export type LogRoles = ColumnsOf<"log">;

/** Declares a flag for each column of a log; `when` says before its purpose when it counts. */
export function declareLogFlags(command: Command, when = "of a log without a study: "): Command {
  for (const role of roles) {
    const { words, key, field } = role;
    const purpose = `${when}${words.purpose}`;
    command.option(`${flagOf(keyOf(role))} <column>`, purpose);
    if (key === undefined) continue;
    command.addOption(command.createOption(`${flagOf(field)} <column>`).hideHelp());
  }
  return command;
}

/** Reads them; a role that is given in both spellings is a mistake. */
export function readLogFlags(flags: FlagReader): LogRoles {
  const entries = roles.flatMap((role) => {
    const { key, field } = role;
    const [value, older] = [key === undefined ? undefined : flags.text(key), flags.text(field)];
    if (key !== undefined && value !== undefined && older !== undefined) {
      const message = `${flagOf(field)} is the older spelling of ${flagOf(key)}; give one of them.`;
      flags.fault("flag", message);
    }
    const column = value ?? older;
    return column === undefined ? [] : [[field, columnOrNumber(role, column)] as const];
  });
  return Object.fromEntries(entries);
}

const columnOrNumber = ({ constant }: Role, text: string): string | number =>
  constant !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : text;

/** Those of the flags that were given, as they are documented. */
const logFlagsGiven = (logRoles: LogRoles): readonly string[] =>
  roles.filter(({ field }) => Object.hasOwn(logRoles, field)).map((role) => flagOf(keyOf(role)));

/** A study that asks nothing: the files of a log, and which column plays which role. */
export function studyOfLog(files: readonly string[], logRoles: LogRoles): Study {
  const log: LogSpec = {
    source: { files },
    ...logRoles,
    rewards: {},
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
    family: "study",
    privacy: { keys: false },
    pool: false,
    sums: "exact",
    engine: { name: defaultEngine.name },
  };
}

/** A study of a log with the roles and rewards that names and values of its columns suggest; what is named stands. */
export async function withProposedRoles(
  study: Study,
  connection: Connection,
  propose: (
    connection: Connection,
    files: readonly string[],
    columns: Readonly<Record<string, string>>,
  ) => Promise<Pick<LogProposal, "roles" | "scores">>,
): Promise<Study> {
  const { source, rewards, join: _, candidates: __, ...named } = study.log;
  if (!("files" in source)) return study;
  const hints = roles.flatMap((role) => {
    const column = new Map<string, unknown>(Object.entries(named)).get(role.field);
    return typeof column === "string" ? [[keyOf(role), column] as const] : [];
  });
  const { roles: guess, scores } = await propose(
    connection,
    source.files,
    Object.fromEntries(hints),
  );
  for (const { files } of scores)
    await requireRank(connection, source.files, files, guess.log.rank);
  const entries = rolesIn("log").flatMap((role: Role) => {
    const column = guess.log[keyOf(role)];
    return column === undefined || Object.hasOwn(named, role.field) ? [] : [[role.field, column]];
  });
  const { viewed: ___, ...fields } = Object.fromEntries(entries);
  const earned = Object.entries(guess.rewards).map(([name, column]) => [
    name,
    { column, better: "higher" },
  ]);
  return {
    ...study,
    log: { ...study.log, ...fields, rewards: { ...Object.fromEntries(earned), ...rewards } },
  };
}

/** Throws a StudyError where files that are read as the log have no column with its rank, as tables of scores do. */
async function requireRank(
  { engine, options }: Connection,
  all: readonly string[],
  files: readonly string[],
  rank: string | undefined,
): Promise<void> {
  if (rank === undefined) return;
  const columns = await engine.describe(sourceRef({ files }), options);
  if (columns.some(({ name }) => name === rank)) return;
  const named = (some: readonly string[]): string => some.map((file) => basename(file)).join(", ");
  const log = all.filter((file) => !files.includes(file));
  const message = `${named(files)} has no column "${rank}" and looks like scores, not like more of the log. Write a study of both: hindcast init ${[...log, ...files].map((file) => basename(file)).join(" ")}; or check the log alone.`;
  throw new StudyError(reason("missingRole", message, { missing: ["rank"] }));
}

/** Whether an input is a study, by its ending; anything else is a file of a log. */
export const isStudy = (input: string): boolean => /\.(ya?ml|json)$/i.test(input);

/** The study that a file holds, or one of the files of a log that asks nothing. */
export async function readInputs(
  inputs: readonly string[],
  roles: LogRoles,
  { modules, path }: Session,
): Promise<Study> {
  const [first = ""] = inputs;
  if (!isStudy(first)) {
    const isAddress = (input: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(input);
    await requireNoFolder(inputs.map(path), "the log");
    return studyOfLog(
      inputs.map((input) => (isAddress(input) ? input : path(input))),
      roles,
    );
  }
  const { readStudyFile } = await modules.study();
  return readStudyFile(path(first));
}

export function checkInputs(inputs: readonly string[], roles: LogRoles, flags: FlagReader): void {
  const study = inputs.find(isStudy);
  const nameFlags = logFlagsGiven(roles);
  if (study !== undefined && inputs.length > 1) {
    flags.fault("input", `${study} is a study, which names its own log; give it alone.`);
  }
  if (study !== undefined && nameFlags.length > 0) {
    const message = `${nameFlags.join(", ")} name columns of a log, and ${study} is a study, which names them itself under log; leave them out, or give the log's files instead of the study.`;
    flags.fault("flag", message);
  }
}

/** Throws a StudyError, with the columns that there are, unless trajectories and ranks are named. */
export async function requireRoles(study: Study, engine: Engine): Promise<void> {
  const missing = await missingRoles(study, engine);
  if (missing.length > 0) throw new StudyError(missing);
}

/** What to say where trajectories or ranks are not named; nothing where both are. */
export async function missingRoles({ log }: Study, engine: Engine): Promise<readonly Reason[]> {
  const missing = neededToFit.map(({ field }) => field).filter((field) => log[field] === undefined);
  if (missing.length === 0) return [];
  const columns = await engine.describe(sourceRef(log.source), {});
  const names = columns.map(({ name }) => name);
  if (isTallyFile(names)) {
    const file = "files" in log.source ? log.source.files.map((path) => basename(path)) : [];
    throw new StudyError(
      reason("tallyFile", tallyForLog(file.join(" ")), { file: file.join(" ") }),
    );
  }
  const flags = missing.map((role) => `${flagOf(role)} (${purposeOf(role)})`).join(" and ");
  const message = `A log without a study needs ${flags}; its columns are ${names.slice(0, 20).join(", ")}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`;
  return [reason("missingRole", message, { missing, columns: names })];
}

const purposeOf = (field: string): string =>
  roles.find((role) => role.field === field)?.words.purpose ?? field;

/** "listLength" as it is typed: "--list-length". */
const flagOf = (role: string): string =>
  `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
