import { type Reason, reason } from "../../../errors.js";
import { caseWhen, type Expression, isNull, nullOf, rowNumber } from "../../../sql/expression.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { ColumnOf, Naming, Role } from "../../role.js";
import { type RoleUse, sourceText } from "../../role-use.js";

export const targetScore: Role<"targetScore", "policy", "score"> = {
  name: "targetScore",
  in: "policy",
  field: "score",
  places: true,
  words: {
    purpose: "a column with scores of all candidates, in the table that `candidates` names",
    details:
      "; the engine ranks them, ties by item. With `force: rankViewed` in place of `candidates` a column with scores of the viewed items only: ranking these among themselves moves every target rank towards 1, and `force` confirms that you know this. Cannot be combined with `rank` or `exposure`",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_score",
  read: readNumber,
  survey: "number",
  refuses: {
    outside: {
      code: "targetRankInvalid",
      expected: "a finite score to rank by, or null (not shown)",
      remedy: "NaN and infinities have no place in an order; make them null or correct the score",
    },
  },
  needs: { role: "item", complaint: tiesWithoutItem },
  derives: {
    fills: "targetRank",
    value: rankAmongViewed,
    survey: (own, of) => ({ ...of("rank"), values: own.values }),
    meaning: (use) => `rank:by score ${sourceText(use)}`,
  },
  warn: ({ owner: policy }) => {
    const message = `Policy ${policy} is ranked among viewed items only, by force: its ranks are squeezed towards 1, and what is said of it describes no policy that could run.`;
    return reason("rankedAmongViewed", message, { policy });
  },
};

/**
 * The rank among viewed items by the score, best first. An item without a score is not shown, and the
 * others are ranked without it. Ties go by item, never by displayed rank, which would favour the logging
 * policy; that one only tells apart two views of one item.
 */
function rankAmongViewed({ index }: RoleUse, of: ColumnOf): Expression {
  const score = of("targetScore", index);
  const order = [
    { by: score, descending: true },
    { by: of("item"), descending: false },
    { by: of("rank"), descending: false },
  ];
  const place = rowNumber([of("trajectory"), of("feed")], order);
  return caseWhen([{ when: isNull(score), then: nullOf("bigint") }], place);
}

/** Any other order at hand is the logging policy's, or chance. */
function tiesWithoutItem({ path, owner: policy, column }: Naming): Reason {
  const message = `${path} (column "${column}") ranks viewed items and breaks ties by item, but log.item is missing; name the item's column as log.item, or give the policy's rank in the full candidate list as policies.${policy}.rank.`;
  return reason("itemMissing", message, { path: "log.item", policy, column });
}
