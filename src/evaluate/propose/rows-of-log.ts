import { sourceRef } from "../../log/index.js";
import type { Connection } from "../../sql/index.js";
import { askOfQuery } from "./ask-of-query.js";
import type { EventsInFiles } from "./events-in-query.js";
import { eventsOf, kindsIn } from "./find-events.js";
import type { Part } from "./lists-in-query.js";
import type { FileGroup, GivenRoles } from "./propose-log.js";
import { queryOfFiles } from "./query-of-files.js";

/** Files with what is read out of their columns, and the kinds of events that they hold, if any. */
export async function withKinds(connection: Connection, found: FileGroup): Promise<FileGroup> {
  const parts = await partsOf(connection, found);
  const group = parts.length === 0 ? found : await readWith(connection, found, parts);
  const rows = `(${queryOfFiles(group.files, { columns: found.columns, parts })})`;
  const kinds = await kindsIn(connection, rows, group.columns);
  return kinds === undefined ? group : { ...group, kinds };
}

async function readWith(
  { engine, options }: Connection,
  { files, columns }: FileGroup,
  parts: readonly Part[],
): Promise<FileGroup> {
  const source = { sql: queryOfFiles(files, { columns, parts }) };
  const read = await engine.describe(sourceRef(source), options);
  return { files, source, columns: read, asRead: columns, parts };
}

/** User Behavior Insights: the item of an event, and its place, stand in the event's attributes. */
const attributes = "event_attributes";

async function partsOf(
  connection: Connection,
  { files, columns }: FileGroup,
): Promise<readonly Part[]> {
  if (!columns.some(({ name, type }) => name === attributes && type === "other")) return [];
  const rows = `(${queryOfFiles(files, { columns })})`;
  const asked = { type: `any_value(typeof("${attributes}"))` };
  const type = (await askOfQuery(connection, rows, asked, "text")).text("type") ?? "";
  const of = (name: string, ...path: readonly string[]): Part => ({
    column: attributes,
    name,
    sql: [attributes, ...path].map((each) => `"${each}"`).join("."),
  });
  return [
    ...(/\bobject_id\b/.test(type) ? [of("object_id", "object", "object_id")] : []),
    ...(/\bordinal\b/.test(type) ? [of("position", "position", "ordinal")] : []),
  ];
}

/** A log of events as rows of items; any other log as it is. */
export async function rowsOfLog(
  { engine, options }: Connection,
  log: FileGroup,
  given: GivenRoles,
): Promise<FileGroup & { readonly pivoted?: EventsInFiles }> {
  const events = log.kinds && eventsOf(log.kinds, log.columns, given);
  if (events === undefined) return log;
  const { files, parts, asRead = log.columns } = log;
  const source = { sql: queryOfFiles(files, { columns: asRead, parts, events }) };
  const columns = await engine.describe(sourceRef(source), options);
  return { files, source, columns, asRead, ...(parts && { parts }), pivoted: events };
}
