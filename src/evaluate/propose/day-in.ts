import { HindcastError } from "../../errors.js";
import { type ProposedRoles, plainName } from "../../log/propose-study.js";
import { sourceRef } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import { from } from "../../sql/relation.js";
import { withDayForm } from "../survey/day-form.js";
import { namesIn } from "./columns.js";
import type { FileGroup } from "./file-group.js";

/** The column with the day, and what keeps its values from being read. */
interface DayProposal {
  readonly column?: string;
  readonly fault?: string;
}

/** Words for a time, on their own or as a part of a name. A number that is called otherwise is no time. */
const timeWord =
  /(?:^|_)(?:date|day|datum|fecha|dt|ds|ts|time|timestamp|datetime|epoch|created|logged|occurred)(?:_|$)/i;

/** Messages that say how the values are days; others are of values that are none. */
const isSolved = /log\.dayOrder: |\* replace \(/;

/** Texts and numbers that are not called a time, but dwell in one, are left out: "watch_time", "time_spent". */
const duration =
  /watch|dwell|spent|load|delay|duration|elapsed|response|latency|zone|_ms$|seconds/i;

/** The roles with the day, which its values may show. */
export async function datedRoles(
  connection: Connection,
  group: FileGroup,
  roles: ProposedRoles,
): Promise<{ readonly dated: ProposedRoles; readonly dayFault: string | undefined }> {
  const { day } = roles.log;
  const others = namesIn(roles).filter((name) => name !== day);
  const free = {
    ...group,
    columns: group.columns.filter(({ name }) => !others.includes(name)),
  };
  const { column, fault } =
    day === undefined
      ? await dayAmong(connection, free)
      : { column: day, ...(await readAs(connection, free, day)) };
  const dated = column === undefined ? roles : { ...roles, log: { ...roles.log, day: column } };
  return { dated, dayFault: fault };
}

/** The one column of texts or numbers that is called a time and reads as one. */
async function dayAmong(connection: Connection, group: FileGroup): Promise<DayProposal> {
  const times = group.columns.filter(
    ({ name, type }) =>
      ["text", "bigint", "double", "decimal"].includes(type) &&
      timeWord.test(plainName(name)) &&
      !duration.test(plainName(name)),
  );
  const dayFounds: DayProposal[] = [];
  for (const { name } of times) dayFounds.push(await readAs(connection, group, name));
  const days = dayFounds.filter(({ column }) => column !== undefined);
  return (
    days.find(({ fault }) => fault === undefined) ??
    days.find(({ fault = "" }) => isSolved.test(fault)) ??
    {}
  );
}

async function readAs(
  connection: Connection,
  { source, columns }: FileGroup,
  day: string,
): Promise<DayProposal> {
  const spec = { source, day, rewards: {}, structure: "check" } as const;
  const rows = from(sourceRef(source));
  try {
    const read = await withDayForm(connection, { spec, rows, columns });
    return read.some(({ name, form }) => name === day && form !== undefined) ? { column: day } : {};
  } catch (error) {
    if (!(error instanceof HindcastError) || error.kind === "engine") throw error;
    return { column: day, fault: error.message };
  }
}
