import { sortedIdeal } from "../fixture/ideal.js";
import { at, type Trajectory, total, type Viewed } from "../fixture/reference.js";
import { type Fitted, fitted, type Trip } from "./fits.js";

/** What is asked: an estimator with canonical parameters, of a policy given by a column of ranks. */
export interface Question {
  readonly estimator: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly policy: string;
  readonly reward: string;
  readonly estimand: string;
  /** Where negative gains are put last: the list's length, else the curve's end, else nowhere. */
  readonly listLength: boolean;
  readonly end: number | undefined;
  /** A column of logged exposures, where weights divide by these. */
  readonly exposures: boolean;
}

/** The curve of every feed: fitted on the log, or p as given. */
export type Curves = (feed: string) => Fitted | readonly number[];

/** p by rank of a feed. */
type P = (feed: string) => readonly number[];

const log2 = Array.from({ length: 12 }, (_, i) => 1 / Math.log2(i + 2));
const targets: Readonly<Record<string, string>> = {
  a: "rank_a",
  b: "rank_b",
  same: "copied",
  logged: "position",
};

/** What one trajectory adds to the means that an estimator is made of. */
function componentsOf(question: Question, p: readonly number[], trajectory: Trajectory): number[] {
  const { estimator, policy, parameters } = question;
  const { items } = trajectory;
  const target = (item: Viewed): number | null => {
    const rank = item.number(targets[policy] ?? "");
    const isShown = !question.listLength || Number(rank) <= Number(item.number("list_length"));
    return isShown ? rank : null;
  };
  const weight = (item: Viewed): number => {
    if (policy === "logged") return 1;
    const below = question.exposures ? Number(item.number("eps0")) : at(p, item.rank);
    return at(p, target(item)) / below;
  };
  const c = (item: Viewed): number => item.reward(question.reward);
  const sumOf = (value: (item: Viewed) => number): number => total(items.map(value));
  const views = items.length;
  if (estimator === "mean") return [sumOf(c), views];
  if (estimator === "snips") return [sumOf((item) => c(item) * weight(item)), views, sumOf(weight)];
  if (estimator === "ips") return [sumOf((item) => c(item) * clipped(weight(item))), views];
  const discount = parameters.discount === "log2" ? log2 : p;
  const gain = (item: Viewed): number => c(item) * inverse(item, p, parameters);
  if (estimator === "dcg" && typeof parameters.clipRatio === "number") {
    return [sumOf((item) => c(item) * clipped(weight(item))), views];
  }
  const dcg = sumOf((item) => gain(item) * at(discount, target(item)));
  if (estimator === "dcg") return [dcg, views];
  const end = parameters.discount === "log2" ? undefined : question.end;
  const slots = question.listLength ? Number(items[0]?.number("list_length")) : end;
  const ideal = sortedIdeal(items.map(gain), discount, slots);
  if (estimator === "pndcg") return [dcg, ideal];
  return ideal > 0 ? [dcg / ideal, 1] : [0, 0];

  function clipped(w: number): number {
    return typeof parameters.clipRatio === "number" ? Math.min(parameters.clipRatio, w) : w;
  }
}

/** 1, or min(m, 1/p) at the displayed rank. */
function inverse(
  { rank }: Viewed,
  p: readonly number[],
  { gain, debias, clip }: Question["parameters"],
): number {
  if (gain === "c") return 1;
  const one = 1 / at(debias === "log2" ? log2 : p, rank);
  return typeof clip === "number" ? Math.min(clip, one) : one;
}

/** The estimate from means over trajectories. */
function combined({ estimator, estimand }: Question, means: readonly number[]): number {
  const [a = 0, b = 0, d = 0] = means;
  if (estimator === "snips") return estimand === "perImpression" ? a / d : (b * a) / d;
  if (estimator === "ndcg" || estimator === "pndcg") return a / b;
  return estimand === "perImpression" ? a / b : a;
}

/** Sums over trajectories of what each adds, and how many there are. */
interface Sums {
  readonly sums: readonly number[];
  readonly n: number;
}

const sumsOf = (components: readonly number[][]): Sums => ({
  sums: (components[0] ?? []).map((_, k) => total(components.map((own) => own[k] ?? 0))),
  n: components.length,
});

/** θ̂ where one trajectory counts 1 + h times. */
function theta(question: Question, { sums, n }: Sums, own: readonly number[] = [], h = 0): number {
  return combined(
    question,
    sums.map((sum, k) => (sum + h * (own[k] ?? 0)) / (n + h)),
  );
}

/** ∂f at 0 by five points. */
const slope = (f: (h: number) => number, h = 1e-4): number =>
  (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);

/** A trajectory as fits see it. */
export interface Ending {
  readonly listLength: boolean;
  readonly cut: boolean;
}

function tripOf({ items }: Trajectory, ends: Ending): Trip {
  const depth = Math.max(...items.map(({ rank }) => rank));
  const length = Number(items[0]?.number("list_length"));
  const cut = ends.cut && items[0]?.number("cut") === 1;
  return { depth, censored: cut || (ends.listLength && depth >= length), weight: 1 };
}

/** A log with its curves: who is evaluated, who teaches. */
export interface World {
  readonly trajectories: readonly Trajectory[];
  readonly teachers: readonly Trajectory[];
  readonly curves: Curves;
  readonly ends: Ending;
}

/** A value with what every user moves it by; SE² is the sum of the squares. */
export interface InfluencedEstimate {
  readonly value: number;
  readonly byUser: ReadonlyMap<string, number>;
  readonly naive: number;
}

/**
 * θ̂ over a scope, and its influence by user: of the scope's own trajectories with the curves held,
 * scaled by B/(B − 1) of the scope's users and centred by logger, plus of all that teach the
 * curves, scaled by theirs (docs/methods.md, "Fitted curves: influence"), each by differentiating
 * in a trajectory's weight.
 */
export function answerOf(
  world: World,
  scope: readonly Trajectory[],
  question: Question,
): InfluencedEstimate {
  const p = plainCurves(world);
  const under = (curves: P): number[][] =>
    scope.map((each) => componentsOf(question, curves(each.feed), each));
  const held = under(p);
  const sums = sumsOf(held);
  const byUser = ownParts(
    scope,
    held.map((own) => slope((h) => theta(question, sums, own, h))),
  );
  const naive = Math.sqrt(total([...byUser.values()].map((part) => part * part)));
  const of = (curves: P): number => theta(question, sumsOf(under(curves)));
  for (const feed of new Set(scope.map((each) => each.feed))) addTaught(world, p, feed, of, byUser);
  return { value: theta(question, sums), byUser, naive };
}

function ownParts(scope: readonly Trajectory[], own: readonly number[]): Map<string, number> {
  const byUser = new Map<string, number>();
  for (const logger of new Set(scope.map((each) => each.logger))) {
    const inside = [...scope.keys()].filter((i) => scope[i]?.logger === logger);
    const centre = total(inside.map((i) => own[i] ?? 0)) / inside.length;
    const users = new Set(inside.map((i) => scope[i]?.user)).size;
    for (const i of inside) {
      add(byUser, scope[i]?.user, Math.sqrt(users / (users - 1)) * ((own[i] ?? 0) - centre));
    }
  }
  return byUser;
}

const add = (to: Map<string, number>, user = "", part = 0): void => {
  to.set(user, (to.get(user) ?? 0) + part);
};

const tripsOf = ({ teachers, ends }: World, feed: string): readonly Trip[] =>
  teachers.filter((each) => each.feed === feed).map((each) => tripOf(each, ends));

function plainCurves(world: World): P {
  const known = new Map<string, readonly number[]>();
  return (feed) => {
    const spec = world.curves(feed);
    const p = known.get(feed) ?? ("fit" in spec ? fitted(spec, tripsOf(world, feed)) : spec);
    known.set(feed, p);
    return p;
  };
}

/** Adds what the teachers of a feed's curve move θ̂ by. Trajectories that end alike move it alike. */
function addTaught(
  world: World,
  p: P,
  feed: string,
  of: (curves: P) => number,
  byUser: Map<string, number>,
): void {
  const spec = world.curves(feed);
  if (!("fit" in spec)) return;
  const teachers = world.teachers.filter((each) => each.feed === feed);
  const trips = tripsOf(world, feed);
  const known = new Map<string, number>();
  const moved = trips.map((trip, i) => {
    const key = JSON.stringify(trip);
    const found =
      known.get(key) ??
      slope((h) => {
        const moving = refitted(world, feed, spec, trips, i, h);
        return of((other) => (other === feed ? moving : p(other)));
      });
    known.set(key, found);
    return found;
  });
  const users = new Set(teachers.map(({ user }) => user)).size;
  teachers.forEach(({ user }, i) => {
    add(byUser, user, Math.sqrt(users / (users - 1)) * (moved[i] ?? 0));
  });
}

const refits = new WeakMap<World, Map<string, readonly number[]>>();

/** The curve where one trajectory counts 1 + h times; computed once a world. */
function refitted(
  world: World,
  feed: string,
  spec: Fitted,
  trips: readonly Trip[],
  at: number,
  h: number,
): readonly number[] {
  const known = refits.get(world) ?? new Map<string, readonly number[]>();
  refits.set(world, known);
  const key = JSON.stringify([feed, trips[at], h]);
  const p =
    known.get(key) ??
    fitted(
      spec,
      trips.map((each, i) => (i === at ? { ...each, weight: 1 + h } : each)),
    );
  known.set(key, p);
  return p;
}

/** The standard error of Σ factor · answer. */
export function errorOf(
  parts: readonly (readonly [factor: number, answer: InfluencedEstimate])[],
): number {
  const users = new Set(parts.flatMap(([, { byUser }]) => [...byUser.keys()]));
  const moved = [...users].map((user) =>
    total(parts.map(([factor, { byUser }]) => factor * (byUser.get(user) ?? 0))),
  );
  return Math.sqrt(total(moved.map((part) => part * part)));
}
