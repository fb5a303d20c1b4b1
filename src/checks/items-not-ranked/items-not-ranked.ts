import { showCount } from "../../numeric/show-number.js";
import { nameOfBin } from "../../tally/comparisons/rank-bins.js";
import type { Check, MovedDifference } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure, insteadOf, share } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineCheck } from "../judged.js";
import { atNothing, withMissing } from "../missing-of-comparison.js";
import { decidedAgain, isRounding, shiftedBy } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { differenceOf, viewSums } from "../view-sums.js";
import { type PartlyRanked, partlyRanked, stayingInSome } from "./in-some-lists.js";

/** Displayed ranks whose items a policy never ranks, and their rows. */
interface NotRanked {
  readonly ranks: readonly number[];
  readonly rows: number;
}

/** Shares of the rows of a rank without a target rank: of one that is not ranked, at least; of the others, at most. */
const [nearlyAll, hardlyAny, fewestRows] = [0.99, 0.5, 100];

export const itemsNotRanked: Check = defineCheck({
  code: "itemsNotRanked",
  title: "pinned items without a target rank",
  purpose:
    "Items at a displayed rank that never have a target rank may stay where they are, uncounted by the candidate's ranks: the verdict must hold then too.",
  spoilsOthers: false,
  withholds: true,
  needs: ["targetRanks"],
  read(comparison: Comparison) {
    const own = notRanked(comparison, comparison.policy);
    const base = comparison.base && notRanked(comparison, comparison.base);
    if (own.ranks.length > 0)
      return judged(comparison, comparison.policy, own, comparison.candidate);
    if (comparison.base !== undefined && base !== undefined && base.ranks.length > 0)
      return judged(comparison, comparison.base, base, comparison.baseline);
    const some = [comparison.policy, comparison.base].flatMap((policy, at) => {
      const found = policy === undefined ? [] : partlyRanked(comparison, policy);
      return policy === undefined || found.length === 0
        ? []
        : [{ policy, found, name: at === 0 ? comparison.candidate : comparison.baseline }];
    });
    if (some[0] !== undefined)
      return judgedInSome(comparison, some[0].policy, some[0].found, some[0].name);
    const message = "The items at every displayed rank have target ranks.";
    const measured = figure(0, "rows", "no evidence");
    return { measured, message, facts: { ranks: [], rows: 0 } };
  },
});

function judged(
  comparison: Comparison,
  policy: PolicyTables,
  found: NotRanked,
  name: string,
): MovedDifference {
  const { ranks, rows } = found;
  const where = placesOf(ranks);
  const count = showCount(rows);
  const there = leavesFree(policy, ranks) ? "there" : "there, uncounted";
  return movedIf(comparison, (policyTables) => staying(comparison, policyTables), {
    measured: figure(rows, "rows", `${count} rows at ${where}`),
    sentence: `Almost none of the ${count} rows at ${where} has a rank in the lists of ${name}: if they stay ${there} (an advertisement, a pinned item), the difference is`,
    facts: { ranks, rows },
  });
}

/** Items of a rank that stand there in some lists: by a simple model of which lists these are. */
function judgedInSome(
  comparison: Comparison,
  policy: PolicyTables,
  found: readonly PartlyRanked[],
  name: string,
): MovedDifference {
  const ranks = found.map(({ rank }) => rank);
  const most = Math.max(...found.map((each) => each.share));
  const where = placesOf(ranks);
  const rows = unrankedAt(policy, ranks);
  return movedIf(
    comparison,
    (policyTables) =>
      stayingInSome(comparison, policyTables, partlyRanked(comparison, policyTables)),
    {
      measured: figure(rows, "rows", `${showCount(rows)} rows at ${where}`),
      sentence: `${found.length === 1 ? share(most) : `Up to ${share(most)}`} of the rows at ${where} have no rank in the lists of ${name}, and almost no other rows: if these stay there (an advertisement in some lists), by a simple model the difference is`,
      facts: { ranks, rows, share: most },
    },
  );
}

function movedIf(
  comparison: Comparison,
  read: (policy: PolicyTables) => PolicyTables,
  found: Pick<MovedDifference, "measured" | "facts"> & { readonly sentence: string },
): MovedDifference {
  const { sentence, ...shown } = found;
  const plain = atNothing(comparison);
  const { alternative: moved, shift } = shiftedBy(plain, (without) =>
    differenceOf(
      comparison,
      (policy) => viewSums(comparison, read(policy), comparison.curve, without),
      without,
    ),
  );
  const isMoved = !isRounding(plain, shift.value);
  const changed = withMissing({
    ...plain,
    policy: read(comparison.policy),
    ...(comparison.base && { base: read(comparison.base) }),
    difference: moved.difference,
    se: moved.se,
  });
  const { alternative, holds } = decidedAgain(comparison, changed.difference, changed.se, changed);
  return {
    ...{ alternative, holds: holds || !isMoved, hasSign: true, isSaid: isMoved },
    shift: shift.value,
    ...shown,
    message: `${sentence} ${insteadOf(comparison, changed, changed)}; give them their ranks in its lists.`,
  };
}

const placesOf = (ranks: readonly number[]): string =>
  `displayed ${ranks.length === 1 ? "rank" : "ranks"} ${ranks.map((rank) => nameOfBin(rank)).join(", ")}`;

/** Rows of these ranks without a target rank. */
function unrankedAt({ cells, rows }: PolicyTables, ranks: readonly number[]): number {
  return totalOf(rows).rows.reduce(
    (sum, count, cell) =>
      cells.target[cell] === 0 && ranks.includes(cells.rank[cell] ?? 0) ? sum + count : sum,
    0,
  );
}

/**
 * The displayed ranks, with ranked ones below, of which next to no row has a target rank. Only where the policy does
 * not say how many items it shows: then empty ranks are its intention.
 */
function notRanked({ log }: Comparison, policy: PolicyTables): NotRanked {
  const none = { ranks: [], rows: 0 };
  if (policy.shown !== undefined) return none;
  const { views } = logTotals(log).views;
  const { cells, rows } = policy;
  const unranked = new Float64Array(views.length);
  const counted = new Float64Array(views.length);
  const counts = totalOf(rows).rows;
  for (let cell = 0; cell < counts.length; cell++) {
    const at = (cells.rank[cell] ?? 0) - 1;
    counted[at] = (counted[at] ?? 0) + (counts[cell] ?? 0);
    if (cells.target[cell] === 0) unranked[at] = (unranked[at] ?? 0) + (counts[cell] ?? 0);
  }
  const shareOf = (at: number): number => (unranked[at] ?? 0) / (counted[at] ?? 1);
  const known = [...counted.keys()].filter((at) => (counted[at] ?? 0) >= fewestRows);
  const ranked = known.filter((at) => shareOf(at) <= hardlyAny);
  const found = known.filter((at) => shareOf(at) >= nearlyAll && at < (ranked.at(-1) ?? 0));
  const total = found.reduce((sum, at) => sum + (counted[at] ?? 0), 0);
  return found.length === 0 ? none : { ranks: found.map((at) => at + 1), rows: total };
}

/** Whether a policy puts no item at some of these ranks: then its ranks count what stands there. */
function leavesFree({ cells, rows }: PolicyTables, ranks: readonly number[]): boolean {
  const counts = totalOf(rows).rows;
  const filled = new Set(Array.from(cells.target).filter((_, cell) => (counts[cell] ?? 0) > 0));
  return ranks.some((rank) => !filled.has(rank));
}

/**
 * The policy whose unranked items stay where they are. Its ranks count the slots that these leave, unless it leaves
 * their slots free: then they are the displayed ranks already.
 */
function staying(comparison: Comparison, policy: PolicyTables): PolicyTables {
  const { cells } = policy;
  const unranked = notRanked(comparison, policy).ranks;
  const ranks = new Set(unranked);
  const isCounted = leavesFree(policy, unranked);
  const slotOf = (counted: number): number => {
    let slot = 0;
    for (let left = counted; left > 0; ) if (!ranks.has(++slot)) left--;
    return slot;
  };
  const target = Array.from(cells.target, (placed, cell) => {
    const rank = cells.rank[cell] ?? 0;
    if (ranks.has(rank)) return rank;
    return placed === 0 || isCounted ? placed : slotOf(placed);
  });
  return { ...policy, cells: { ...cells, target } };
}
