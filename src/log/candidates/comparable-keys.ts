import { cast, column } from "../../sql/expression.js";
import { type Relation, select } from "../../sql/relation.js";
import type { BoundLog } from "../bind.js";
import { canonical } from "../canonical.js";
import { impressions } from "../impressions.js";
import { type KeySides, keySides } from "../join/keys-in-common.js";
import type { RoleUse } from "../role.js";
import { readUse, useOf } from "../role-use.js";
import type { RoleName } from "../roles/index.js";

const keys: readonly RoleName[] = ["trajectory", "feed"];

/**
 * A log and its candidates with keys that engines compare alike: as text where one alone holds whole numbers, so that
 * no text is read as a number ("007" is not 7).
 */
export function comparableKeys(
  log: BoundLog,
  candidates: BoundLog,
): { readonly log: BoundLog; readonly candidates: BoundLog } {
  const unlike = keys.filter((role) => isWhole(log, role) !== isWhole(candidates, role));
  return { log: withTexts(log, unlike), candidates: withTexts(candidates, unlike) };
}

const isWhole = (log: BoundLog, role: RoleName): boolean | undefined => {
  const source = useOf(log, role)?.source;
  return typeof source === "object" ? source.type === "bigint" : undefined;
};

function withTexts(log: BoundLog, of: readonly RoleName[]): BoundLog {
  if (of.length === 0) return log;
  const types = new Map(log.types);
  const uses = log.uses.map((use): RoleUse => {
    const { source, role } = use;
    if (typeof source === "number" || !of.some((name) => name === role.name)) return use;
    types.set(source.name, "text");
    return { ...use, source: { ...source, type: "text" } };
  });
  return { ...log, types, uses };
}

export const trajectoriesInBoth = (rows: Relation, candidates: BoundLog): KeySides =>
  keySides(
    select(rows, [["own", canonical.trajectory]]),
    select(impressions(candidates), [["other", canonical.trajectory]]),
  );

/** The items of a log and of its candidates; undefined where items are not named. */
export function itemsInBoth(log: BoundLog, candidates: BoundLog): KeySides | undefined {
  const [item, other] = [useOf(log, "item"), useOf(candidates, "item")];
  if (item === undefined || other === undefined) return undefined;
  const items = (of: BoundLog, use: RoleUse, name: string): Relation =>
    select(impressions(of, [["c_item", cast(readUse(use), "text")]]), [[name, column("c_item")]]);
  return keySides(items(log, item, "own"), items(candidates, other, "other"));
}
