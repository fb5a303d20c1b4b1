import { type Reason, reason, StudyError } from "../../errors.js";
import { survival } from "../survival.js";
import type { DemoWorld, Feed } from "./world.js";

/**
 * The world, frozen to its last leaf. Throws a StudyError with everything that keeps it from being
 * simulated: an odd list, more candidates than stories, shares that do not add up to 1, and so on.
 */
export function freezeWorld(world: DemoWorld): DemoWorld {
  const problems = [
    ...sizeFaults(world),
    ...world.feeds.flatMap((feed) => feedFaults(feed, world)),
  ];
  if (problems.length > 0) throw new StudyError(problems);
  for (const feed of world.feeds) survival(feed.curve, feed.listLength);
  return freeze(world);
}

function sizeFaults({ users, days, feeds }: DemoWorld): Reason[] {
  const share = feeds.reduce((sum, feed) => sum + feed.share, 0);
  return [
    ...fault(whole(users, 1), `users must be a whole number of at least 1; it is ${users}.`),
    ...fault(whole(days, 1), `days must be a whole number of at least 1; it is ${days}.`),
    ...fault(Math.abs(share - 1) < 1e-9, `The feeds' shares must add up to 1; they make ${share}.`),
  ];
}

function feedFaults({ name, listLength, unseen }: Feed, { catalogue }: DemoWorld): Reason[] {
  const known = 2 * (catalogue.stories - catalogue.unseen);
  return [
    ...fault(
      whole(listLength / 2, 1) && listLength <= known,
      `Feed ${name}: listLength must be an even number in [2, ${known}]; it is ${listLength}.`,
    ),
    ...fault(
      whole(unseen / 2, 0) && unseen <= 2 * catalogue.unseen,
      `Feed ${name}: unseen must be an even number in [0, ${2 * catalogue.unseen}]; it is ${unseen}.`,
    ),
  ];
}

function fault(holds: boolean, message: string): Reason[] {
  return holds ? [] : [reason("world", message)];
}

function whole(value: number, least: number): boolean {
  return Number.isInteger(value) && value >= least;
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
