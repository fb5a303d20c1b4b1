import { purposes } from "./chance.js";
import { emptyImpressions, type Impressions, record, resized } from "./impressions.js";
import { fillLogged, logExposures } from "./logged.js";
import { drawPerson, weekdayOf } from "./person.js";
import { expect, realise, rewardAll } from "./play.js";
import { prepare } from "./prepare.js";
import type { Simulation } from "./simulation.js";
import { addTrajectory, closeUser } from "./totals.js";
import type { Ranking, Visit } from "./visit.js";
import type { WorldFeed } from "./world.js";

/** Users of a block: the unit that threads share. */
export const blockUsers = 4_096;

/** What the users of one block did: rows of the log, and moments by policy, feed, day and reward. */
export interface Block {
  readonly impressions: Impressions;
  readonly truth: Float64Array;
  readonly online: Float64Array;
}

/** Plays the users of a block, number 0 first. Blocks do not depend on each other. */
export function playBlock(simulation: Simulation, block: number): Block {
  const { world, truth, online } = simulation;
  truth.all.fill(0);
  online.all.fill(0);
  const rows = { log: emptyImpressions(world, 4 * blockUsers) };
  const first = block * blockUsers + 1;
  const last = Math.min(world.users, first + blockUsers - 1);
  if (block === 0) playRobot(simulation, rows);
  for (let user = first; user <= last; user++) playUser(simulation, user, rows);
  const impressions = resized(rows.log, rows.log.count);
  return { impressions, truth: truth.all.slice(), online: online.all.slice() };
}

/** The log of a block, which is made anew where it grows. */
interface Rows {
  log: Impressions;
}

function playUser(simulation: Simulation, user: number, rows: Rows): void {
  const { world, person, spread, steps, chance, truth, online } = simulation;
  drawPerson(person, world, spread, user, chance);
  for (const step of steps) step.person?.(person);
  if (simulation.replays) {
    world.policies.forEach((_, policy) => {
      playHistory(simulation, policy, [policy], rows);
    });
  } else playHistory(simulation, person.arm, everyPolicy(simulation), rows);
  closeUser(truth);
  closeUser(online);
}

const everyPolicy = ({ world }: Simulation): readonly number[] => [...world.policies.keys()];

/** All sessions of the user, who is shown the lists of `actor`; the others are judged by the same sessions. */
function playHistory(
  simulation: Simulation,
  actor: number,
  judged: readonly number[],
  rows: Rows,
): void {
  const { person, world } = simulation;
  person.memory.fill(0);
  for (let session = 0; session < person.sessions; session++) {
    const day = person.days[session] as number;
    const lift = weekdayOf(world, day).lift + world.drift * day;
    playSession(simulation, { session, day, lift }, { actor, judged }, rows);
  }
}

interface When {
  readonly session: number;
  readonly day: number;
  readonly lift: number;
}

interface Who {
  readonly actor: number;
  readonly judged: readonly number[];
}

function playSession(simulation: Simulation, when: When, who: Who, rows: Rows): void {
  const { world, visits, person, steps, chance } = simulation;
  let entryTopic = -1;
  for (let feed = 0; feed < visits.length; feed++) {
    const visit = visits[feed] as Visit;
    const trajectory = when.session * visits.length + feed;
    const { day, lift } = when;
    prepare(visit, { person, day, lift, trajectory, entryTopic }, world, steps, chance);
    playFeed(simulation, visit, who, rows);
    const next = world.feeds[feed + 1];
    if (next === undefined || !enters(simulation, visit, next)) return;
    entryTopic = entryTopicOf(visit);
  }
}

function playFeed(simulation: Simulation, visit: Visit, who: Who, rows: Rows): void {
  const { rules, person, truth, online, steps, values } = simulation;
  const cell = (policy: number): number => policy * simulation.visits.length + visit.feedIndex;
  for (const policy of who.judged) {
    expect(visit, visit.rankings[policy] as Ranking, rules, values);
    addTrajectory(truth, cell(policy), visit.day, values);
  }
  realise(visit, visit.rankings[who.actor] as Ranking, rules);
  if (who.actor === person.arm) {
    addTrajectory(online, cell(who.actor), visit.day, sumEarned(visit, values));
    if (person.arm === 0) write(simulation, visit, rows);
  }
  for (const { after } of steps) after?.(visit);
}

function sumEarned({ earned, depth }: Visit, into: Float64Array): Float64Array {
  into.fill(0);
  for (let at = 0; at < depth * into.length; at++) {
    const kind = at % into.length;
    into[kind] = (into[kind] as number) + (earned[at] as number);
  }
  return into;
}

function write({ world, logged, steps, chance }: Simulation, visit: Visit, rows: Rows): void {
  const { person, trajectory } = visit;
  fillLogged(logged, visit);
  if (world.exposures === true) logExposures(logged, visit, world);
  for (const { log } of steps)
    log?.(logged, visit, chance.set(person.user, trajectory, purposes.log));
  const { count, position } = rows.log;
  if (count + visit.known > position.length) rows.log = resized(rows.log, 2 * position.length);
  record(rows.log, logged, visit, world);
}

function enters({ steps, person, chance }: Simulation, visit: Visit, next: WorldFeed): boolean {
  chance.set(person.user, visit.trajectory, purposes.entry);
  const [usual, own] = [chance.next(), chance.next()];
  return usual < next.entry || steps.some((step) => step.enters?.(visit, own) === true);
}

/** The topic of the last item, through which the next feed is entered. */
function entryTopicOf({ catalogue, item, shown, depth }: Visit): number {
  return catalogue.topic[item[shown.list[depth - 1] as number] as number] as number;
}

/** A robot, user number 0: it is in the log alone, sees whole lists and gives every reward. */
function playRobot(simulation: Simulation, rows: Rows): void {
  const { world, person, spread, chance, steps, visits, rules } = simulation;
  const share = steps.reduce((sum, { robot = 0 }) => sum + robot, 0);
  if (share === 0) return;
  drawPerson(person, world, spread, 0, chance);
  const visit = visits[0] as Visit;
  const sessions = Math.round(share * world.users);
  for (let session = 0; session < sessions; session++) {
    const day = session % world.days;
    const trajectory = session * visits.length;
    prepare(visit, { person, day, lift: 0, trajectory, entryTopic: -1 }, world, steps, chance);
    rewardAll(visit, rules);
    write(simulation, visit, rows);
  }
}
