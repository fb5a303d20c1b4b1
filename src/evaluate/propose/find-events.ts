import { proposeRoles } from "../../log/propose-study.js";
import type { Connection } from "../../sql/engine.js";
import { type GivenRoles, hasWord, namesOf, rewardIn } from "./columns.js";
import { askOfColumns, askOfRows, changed, type FileGroup, rowsIn } from "./file-group.js";
import type { Kinds, Part } from "./rows-in-query.js";

const kindWord = /^(?:event|action|type|kind|interaction|activity|verb)s?$/;
const viewWord =
  /^(?:impressions?|views?|viewed|shown?|show|displayed?|expos(?:e|ed|ure)|served?|seen|rendered?)$/;
/** Words of events for a purchase; as names of columns they name ids. */
const purchaseWord = /^(?:transactions?|buys?|bought|checkouts?)$/;
/** A column of more values is not one of kinds. */
const mostKinds = 12;

/** Files with what is read out of their columns, and the kinds of events that they hold, if any. */
export async function withKinds(connection: Connection, files: FileGroup): Promise<FileGroup> {
  const parts = await partsOf(connection, files);
  const group = parts.length === 0 ? files : await changed(connection, files, { parts });
  const kinds = await kindsIn(connection, group);
  return kinds === undefined ? group : { ...group, kinds };
}

/** User Behavior Insights: the item of an event, and its place, stand in the event's attributes. */
const attributes = "event_attributes";

const attributeParts = [
  { name: "object_id", path: ["object", "object_id"] },
  { name: "position", path: ["position", "ordinal"] },
] as const;

async function partsOf(connection: Connection, group: FileGroup): Promise<readonly Part[]> {
  if (!group.columns.some(({ name, type }) => name === attributes && type === "other")) return [];
  const aggregates = { type: `any_value(typeof("${attributes}"))` };
  const table = await askOfRows(connection, rowsIn(group), aggregates, "text");
  const type = table.text("type") ?? "";
  return attributeParts
    .filter(({ path: [, field] }) => new RegExp(`\\b${field}\\b`).test(type))
    .map(({ name, path }) => ({
      column: attributes,
      name,
      sql: [attributes, ...path].map((part) => `"${part}"`).join("."),
    }));
}

/** Of text columns whose names speak of kinds the first that holds both a view and a reward, or rewards alone. */
async function kindsIn(connection: Connection, group: FileGroup): Promise<Kinds | undefined> {
  const named = group.columns.filter(
    ({ name, type }) => type === "text" && hasWord(name, kindWord),
  );
  const kinds = await askOfColumns(
    connection,
    rowsIn(group),
    named,
    (name) => ({
      kinds: `case when count(distinct ${name}) <= ${mostKinds} then string_agg(distinct ${name}, chr(10) order by ${name}) end`,
    }),
    "text",
  );
  return kinds
    .map(({ name, text }) =>
      kindsOf(
        name,
        text("kinds")
          .split("\n")
          .filter((value) => value !== ""),
      ),
    )
    .find(({ rewards }) => Object.keys(rewards).length > 0);
}

function kindsOf(kind: string, values: readonly string[]): Kinds {
  const rewards: Record<string, string> = {};
  for (const value of values) {
    const reward = rewardIn(value) ?? (hasWord(value, purchaseWord) ? "purchase" : undefined);
    if (reward !== undefined && !Object.hasOwn(rewards, reward)) rewards[reward] = value;
  }
  const rest = values.filter((value) => !Object.values(rewards).includes(value));
  const views = rest.filter((value) => hasWord(value, viewWord));
  return { kind, views, rewards, others: rest.filter((value) => !views.includes(value)) };
}

/** A log of events as rows of items; any other log as it is, and events whose columns name no list and no item. */
export async function rowsOfItems(
  connection: Connection,
  group: FileGroup,
  roles: GivenRoles,
): Promise<FileGroup> {
  const { kinds, columns } = group;
  if (kinds === undefined || kinds.views.length === 0) return group;
  const kept = columns.filter(({ name, type }) => name !== kinds.kind && type !== "other");
  const { log, rewards } = proposeRoles(kept, roles);
  const { trajectory, item, feed } = log;
  if (trajectory === undefined || item === undefined) return group;
  const keys = [trajectory, item, ...(feed === undefined ? [] : [feed])];
  const amounts = Object.values(rewards).filter((name) => !keys.includes(name));
  const used = [...keys, ...amounts, ...Object.keys(kinds.rewards)];
  const carried = namesOf(kept).filter((name) => !used.includes(name));
  return changed(connection, group, { events: { ...kinds, keys, amounts, carried } });
}
