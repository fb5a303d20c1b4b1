import { proposeRoles } from "../../log/propose-study.js";
import type { Connection, SourceColumn } from "../../sql/index.js";
import { askOfQuery } from "./ask-of-query.js";
import type { EventsInFiles } from "./events-in-query.js";
import { quotedName } from "./file-in-query.js";
import { rewardIn, wordsOf } from "./words-of.js";

/** The kinds of events that a table has a row for each of. */
export type Kinds = Pick<EventsInFiles, "kind" | "views" | "rewards" | "others">;

const kindWord = /^(?:event|action|type|kind|interaction|activity|verb)s?$/;
const viewWord =
  /^(?:impressions?|views?|viewed|shown?|show|displayed?|expos(?:e|ed|ure)|served?|seen|rendered?)$/;
/** Words of events for a purchase; as names of columns they name ids. */
const purchaseWord = /^(?:transactions?|buys?|bought|checkouts?)$/;
/** A column of more values is not one of kinds. */
const mostKinds = 12;

/** Of text columns whose names speak of kinds the first that holds both a view and a reward, or rewards alone. */
export async function kindsIn(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<Kinds | undefined> {
  const named = columns.filter(
    ({ name, type }) => type === "text" && wordsOf(name).some((word) => kindWord.test(word)),
  );
  if (named.length === 0) return undefined;
  const asked = named.map(({ name }, at) => {
    const own = quotedName(name);
    const all = `string_agg(distinct ${own}, chr(10) order by ${own})`;
    return [`kinds_${at}`, `case when count(distinct ${own}) <= ${mostKinds} then ${all} end`];
  });
  const found = await askOfQuery(connection, rows, Object.fromEntries(asked), "text");
  const kinds = named.map(({ name: kind }, at): Kinds => {
    const values = (found.text(`kinds_${at}`) ?? "").split("\n").filter((value) => value !== "");
    const rewards = new Map<string, string>();
    for (const value of values) {
      const isPurchase = wordsOf(value).some((word) => purchaseWord.test(word));
      const reward = rewardIn(value) ?? (isPurchase ? "purchase" : undefined);
      if (reward !== undefined && !rewards.has(reward)) rewards.set(reward, value);
    }
    const isReward = (value: string): boolean => [...rewards.values()].includes(value);
    const views = values.filter(
      (value) => !isReward(value) && wordsOf(value).some((word) => viewWord.test(word)),
    );
    const others = values.filter((value) => !isReward(value) && !views.includes(value));
    return { kind, views, rewards: Object.fromEntries(rewards), others };
  });
  return kinds.find(({ rewards }) => Object.keys(rewards).length > 0);
}

/** Rows of views and rewards as rows of items; undefined where the columns name no list and no item. */
export function eventsOf(
  kinds: Kinds,
  columns: readonly SourceColumn[],
  given: Readonly<Record<string, string>>,
): EventsInFiles | undefined {
  const own = columns.filter(({ name, type }) => name !== kinds.kind && type !== "other");
  const { log, rewards } = proposeRoles(own, given);
  const { trajectory, item, feed } = log;
  if (trajectory === undefined || item === undefined || kinds.views.length === 0) return undefined;
  const keys = [trajectory, item, ...(feed === undefined ? [] : [feed])];
  const amounts = Object.values(rewards).filter((name) => !keys.includes(name));
  const carried = own
    .map(({ name }) => name)
    .filter((name) => ![...keys, ...amounts, ...Object.keys(kinds.rewards)].includes(name));
  return { ...kinds, keys, amounts, carried };
}
