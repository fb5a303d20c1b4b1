import {
  type CandidateRows,
  emptyCandidates,
  predict,
  type Rows,
  recordCandidates,
} from "./candidates.js";
import { purposes } from "./chance.js";
import { emptyImpressions, type Impressions, record, resized } from "./impressions.js";
import { fillLogged, logExposures, rankAmongRows } from "./logged.js";
import { drawPerson } from "./person.js";
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
  readonly number: number;
  readonly impressions: Impressions;
  readonly candidates?: CandidateRows;
  readonly truth: Float64Array;
  readonly online: Float64Array;
}

export interface Want {
  /** All candidates of the trajectories in the log: several times the log. */
  readonly candidates?: boolean;
}

/** Plays the users of a block, number 0 first. Blocks do not depend on each other. */
export function playBlock(simulation: Simulation, number: number, want: Want = {}): Block {
  const { world, truth, online } = simulation;
  truth.all.fill(0);
  online.all.fill(0);
  const rows = emptied(simulation, want);
  const first = number * blockUsers + 1;
  const last = Math.min(world.users, first + blockUsers - 1);
  if (number === 0) playRobot(simulation, rows);
  for (let user = first; user <= last; user++) playUser(simulation, user, rows);
  const { log, candidates } = rows;
  return {
    number,
    impressions: resized(log, log.count),
    ...(candidates !== null && { candidates: resized(candidates, candidates.count) }),
    truth: truth.all.slice(),
    online: online.all.slice(),
  };
}

/** Room for the rows of a block: that of the block before, which has grown as blocks need it. */
function emptied({ world, room }: Simulation, { candidates = false }: Want): Rows {
  if (room.rows === null || (room.rows.candidates !== null) !== candidates) {
    const rows = 4 * Math.min(blockUsers, world.users) + 100;
    room.rows = {
      log: emptyImpressions(world, rows, candidates),
      candidates: candidates ? emptyCandidates(world, 5 * rows) : null,
    };
  }
  room.rows.log.count = 0;
  if (room.rows.candidates !== null) room.rows.candidates.count = 0;
  return room.rows;
}

function playUser(simulation: Simulation, user: number, rows: Rows): void {
  const { world, person, spread, steps, chance, truth, online } = simulation;
  drawPerson(person, world, spread, user, chance);
  for (const step of steps) step.person?.(person);
  if (simulation.replays) {
    world.policies.forEach((_, policy) => {
      playHistory(simulation, policy, [policy], rows);
    });
  } else playHistory(simulation, person.arm, simulation.policies, rows);
  closeUser(truth);
  closeUser(online);
}

/** All sessions of the user, who is shown the lists of `actor`; the others are judged by the same sessions. */
function playHistory(
  simulation: Simulation,
  actor: number,
  judged: readonly number[],
  rows: Rows,
): void {
  const { person, lifts } = simulation;
  person.memory.fill(0);
  for (let session = 0; session < person.sessions; session++) {
    const day = person.days[session] as number;
    const lift = lifts[day] as number;
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
  const { world, visits, person } = simulation;
  let entryTopic = -1;
  for (let feed = 0; feed < visits.length; feed++) {
    const visit = visits[feed] as Visit;
    const trajectory = when.session * visits.length + feed;
    const { day, lift } = when;
    prepare(visit, { person, day, lift, trajectory, entryTopic }, simulation);
    playFeed(simulation, visit, who, rows);
    const next = world.feeds[feed + 1];
    if (next === undefined || !enters(simulation, visit, next)) return;
    entryTopic = entryTopicOf(visit);
  }
}

function playFeed(simulation: Simulation, visit: Visit, who: Who, rows: Rows): void {
  const { rules, person, truth, online, steps, values } = simulation;
  const feeds = simulation.visits.length;
  for (const policy of who.judged) {
    expect(visit, visit.rankings[policy] as Ranking, rules, values);
    addTrajectory(truth, policy * feeds + visit.feedIndex, visit.day, values);
  }
  realise(visit, visit.rankings[who.actor] as Ranking, rules, simulation.chance);
  if (who.actor === person.arm) {
    addTrajectory(online, who.actor * feeds + visit.feedIndex, visit.day, sumEarned(visit, values));
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

function write(simulation: Simulation, visit: Visit, rows: Rows): void {
  const { world, logged, steps, chance, firstDay, rules } = simulation;
  const { person, trajectory } = visit;
  fillLogged(logged, visit, steps.length === 0 ? visit.depth : visit.shown.length);
  if (world.exposures === true) logExposures(logged, visit, world);
  for (const { log } of steps) {
    log?.(logged, visit, chance.set(person.user, trajectory, purposes.log));
  }
  world.policies.forEach(({ ranks }, policy) => {
    if (ranks === "amongRows") rankAmongRows(logged, policy);
  });
  rows.log = withRoom(rows.log, rows.log.position.length, visit.common);
  const before = rows.log.count;
  record(rows.log, logged, visit, world, firstDay);
  if (rows.candidates === null) return;
  for (let row = before; row < rows.log.count; row++) {
    const candidate = visit.shown.list[(rows.log.position[row] as number) - 1] as number;
    predict(rows.log.predictions, row, visit, candidate, rules.means, world);
  }
  rows.candidates = withRoom(rows.candidates, rows.candidates.position.length, visit.pool);
  recordCandidates(rows.candidates, visit, world, rules.means);
}

const withRoom = <T extends { readonly count: number }>(rows: T, room: number, more: number): T =>
  rows.count + more > room ? resized(rows, 2 * room + more) : rows;

function enters({ steps, person, chance }: Simulation, visit: Visit, next: WorldFeed): boolean {
  chance.set(person.user, visit.trajectory, purposes.entry);
  const [usual, extra] = [chance.next(), chance.next()];
  return usual < next.entry || steps.some((step) => step.enters?.(visit, extra) === true);
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
    prepare(visit, { person, day, lift: 0, trajectory, entryTopic: -1 }, simulation);
    rewardAll(visit, rules);
    write(simulation, visit, rows);
  }
}
