import type { Random } from "../random/random.js";
import type { Curve, CurveSpec } from "./curve.js";
import { hazard } from "./tabulate.js";
import type { Transitions } from "./transitions/transitions.js";
import { transitionsOf } from "./transitions/transitions-of.js";

/** The longest list of the laws' worlds: the feed ends there, and censors who is still scrolling. */
export const listLength = 12;

/** Parameters of a curve for the laws to draw from, none of them near the end of its range. */
export function truths({ name: model, parameters: [only] }: Curve): readonly CurveSpec[] {
  if (only?.kind === "numbers") {
    return [{ model, parameters: { [only.name]: [1, 0.7, 0.5, 0.4, 0.2] } }];
  }
  if (only?.kind !== "number") return [];
  const shares = only.max === Number.POSITIVE_INFINITY ? [0.4, 1.3] : [0.5, 0.8];
  return shares.map((value) => ({ model, parameters: { [only.name]: value } }));
}

/** Trajectories of a world: how deep each went, and whether its end was seen. */
export interface Trips {
  readonly depths: readonly number[];
  readonly censored: readonly boolean[];
}

type DrawLength = (random: Random) => number;

export const drawTrips = (
  random: Random,
  truth: CurveSpec,
  count: number,
  lengthOf?: DrawLength,
): Trips => tripsByHazard(random, hazard(truth, listLength), count, lengthOf);

/** `count` trajectories that stop by those hazards, in lists whose lengths the caller draws. */
export function tripsByHazard(
  random: Random,
  hazards: readonly number[],
  count: number,
  lengthOf: DrawLength = () => listLength,
): Trips {
  const trips = Array.from({ length: count }, () => drawTrip(random, hazards, lengthOf(random)));
  return {
    depths: trips.map(({ depth }) => depth),
    censored: trips.map(({ censored }) => censored),
  };
}

function drawTrip(
  random: Random,
  hazards: readonly number[],
  length: number,
): { readonly depth: number; readonly censored: boolean } {
  for (let rank = 1; rank < length; rank++) {
    if (random.next() < (hazards[rank - 1] ?? 1)) return { depth: rank, censored: false };
  }
  return { depth: length, censored: true };
}

export const transitionsOfTrips = ({ depths, censored }: Trips): Transitions =>
  transitionsOf(depths, censored);
