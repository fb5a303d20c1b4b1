import { quotedName, quotedText } from "./file-in-query.js";

/** How rows of events become rows of items: one for each key, with what happened there. */
export interface EventsInFiles {
  /** The column that says what happened. */
  readonly kind: string;
  /** Its values that are views, those that are rewards by what these are called, and all others. */
  readonly views: readonly string[];
  readonly rewards: Readonly<Record<string, string>>;
  readonly others: readonly string[];
  /** The columns of the trajectory and the item, and of the feed where there is one. */
  readonly keys: readonly string[];
  /** Columns with amounts, which are added up, and all others, of which a row has the lowest. */
  readonly amounts: readonly string[];
  readonly carried: readonly string[];
}

/** 1 where an event of this kind is among those of a key. */
export const happened = (kind: string, value: string): string =>
  `cast(count_if(${quotedName(kind)} = ${quotedText(value)}) > 0 as bigint)`;

/** A row for each key of events in parentheses; events that are neither views nor rewards are left out. */
export function rowsOfEvents(from: string, events: EventsInFiles): string {
  const { kind, views, rewards, keys, amounts, carried } = events;
  const by = keys.map(quotedName).join(", ");
  const selected = [
    by,
    ...carried.map((name) => `min(${quotedName(name)}) as ${quotedName(name)}`),
    ...Object.entries(rewards).map(
      ([name, value]) => `${happened(kind, value)} as ${quotedName(name)}`,
    ),
    ...amounts.map((name) => `coalesce(sum(${quotedName(name)}), 0) as ${quotedName(name)}`),
  ];
  const kept = [...views, ...Object.values(rewards)].map(quotedText).join(", ");
  return `select ${selected.join(", ")} from ${from} where ${quotedName(kind)} in (${kept}) group by ${by}`;
}
