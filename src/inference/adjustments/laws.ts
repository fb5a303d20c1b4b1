import { type Insist, type Law, laws } from "../../laws.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import type { Adjustment } from "./adjustment.js";

export const adjustmentLaws: readonly Law<Adjustment>[] = laws({
  nameOf: ({ name }) => name,
  laws: {
    "an adjusted p is at least the p and at most 1": withinBounds,
    "adjusted p-values keep the order of the p-values": keepsOrder,
    "a family in another order gives the same in that order": followsOrder,
    "no adjusted p falls when a p of the family rises": grows,
    "a single p and the input stay as they are": leavesAlone,
    "what is not a probability is refused by name": refuses,
    "intervals at its level exclude 0 exactly where the adjusted p is small": agrees,
    "a family of equal policies is rejected no more often than promised": controls,
  },
});

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;

/** Families of 1 to 12 p-values, small ones, ties, zeros and ones among them. */
function families(seed: string, count = 200): readonly (readonly number[])[] {
  const random = createRandom(`laws of adjustments ${seed}`);
  const draw = (): number => {
    const kind = random.integer(8);
    if (kind === 0) return 0;
    if (kind === 1) return 1;
    return kind < 5 ? random.integer(20) / 400 : random.next();
  };
  return Array.from({ length: count }, () => Array.from({ length: 1 + random.integer(12) }, draw));
}

function withinBounds(adjustment: Adjustment, insist: Insist): void {
  for (const p of families("bounds")) {
    const adjusted = adjustment.p(p);
    const holds =
      adjusted.length === p.length && adjusted.every((value, i) => value >= at(p, i) && value <= 1);
    insist(holds, "gives a p below the one adjusted, or above 1", { p });
  }
}

function keepsOrder(adjustment: Adjustment, insist: Insist): void {
  for (const p of families("order")) {
    const adjusted = adjustment.p(p);
    const kept = p.every((a, i) => p.every((b, j) => a > b || at(adjusted, i) <= at(adjusted, j)));
    insist(kept, "does not keep the order of the p-values", { p });
  }
}

function followsOrder(adjustment: Adjustment, insist: Insist): void {
  for (const p of families("permutation")) {
    const turned = adjustment.p(p.toReversed()).toReversed();
    const same = adjustment.p(p).every((value, i) => value === turned[i]);
    insist(same, "depends on the order in which the p-values are given", { p });
  }
}

function grows(adjustment: Adjustment, insist: Insist): void {
  const random = createRandom("laws of adjustments raised");
  for (const p of families("raised")) {
    const index = random.integer(p.length);
    const raised = p.with(index, at(p, index) + (1 - at(p, index)) * random.next());
    const before = adjustment.p(p);
    const holds = adjustment.p(raised).every((after, i) => after >= at(before, i));
    insist(holds, `gives a smaller p when p[${index}] rises`, { p });
  }
}

function leavesAlone(adjustment: Adjustment, insist: Insist): void {
  const family = Object.freeze([0.2, 0.01, 0.04]);
  adjustment.p(family);
  insist(adjustment.p([]).length === 0, "makes a p of an empty family", { p: [] });
  for (const p of [0, 0.03, 1]) {
    insist(adjustment.p([p])[0] === p, "changes a p that stands alone", { p: [p] });
  }
}

function refuses(adjustment: Adjustment, insist: Insist): void {
  for (const wrong of [Number.NaN, -0.1, 1.5]) {
    let thrown: unknown;
    try {
      adjustment.p([0.1, wrong]);
    } catch (error) {
      thrown = error;
    }
    const holds = thrown instanceof RangeError && thrown.message.includes("p[1]");
    insist(holds, "takes what is not a probability without a RangeError that says where", {
      p: [0.1, wrong],
    });
  }
}

function agrees(adjustment: Adjustment, insist: Insist): void {
  const { level } = adjustment;
  if (level === undefined) return;
  for (const p of families("level")) {
    for (const confidence of [0.8, 0.95]) {
      const adjusted = adjustment.p(p);
      const alone = 1 - level(confidence, p.length);
      const agree = p.every((value, i) => {
        const isEdge = Math.abs(value - alone) < 1e-12;
        return isEdge || value < alone === at(adjusted, i) < 1 - confidence;
      });
      insist(agree, `has intervals that disagree with p at confidence ${confidence}`, { p });
    }
  }
}

/**
 * Where nothing differs every rejection is false, so that either rate is the chance of any rejection: at most
 * 1 − confidence for p-values that are independent, and for those that share a part.
 */
function controls(adjustment: Adjustment, insist: Insist): void {
  const random = createRandom("laws of adjustments control");
  const [draws, alpha] = [2000, 0.1];
  const limit = alpha + 4 * Math.sqrt((alpha * (1 - alpha)) / draws);
  const kinds: readonly ((random: Random) => readonly number[])[] = [
    () => Array.from({ length: 6 }, () => random.next()),
    () => new Array<number>(6).fill(random.next()),
  ];
  for (const family of kinds) {
    let rejected = 0;
    for (let i = 0; i < draws; i++) {
      if (adjustment.p(family(random)).some((p) => p < alpha)) rejected += 1;
    }
    insist(rejected / draws <= limit, "rejects equal policies too often", {
      p: [rejected / draws],
    });
  }
}
