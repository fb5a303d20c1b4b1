import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who makes tables: a process, where its id means something. */
export interface Maker {
  readonly host: string;
  readonly pid: number;
  readonly random: string;
}

const day = 24 * 60 * 60 * 1000;
const form =
  /^hindcast_held_(?<made>\d{13})_(?<host>[0-9a-f]{12})_(?<pid>\d{1,10})_[0-9a-f]{8}_\d+$/;

/** This process, with something of its own, so that two engines of it make no table of one name. */
export const thisMaker = (): Maker => ({
  host: hostOf([
    hostname(),
    read(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    // In another container the same id is another process.
    read(() => readlinkSync("/proc/self/ns/pid")),
  ]),
  pid: process.pid,
  random: randomBytes(4).toString("hex"),
});

/** The name of a maker's table: when it was made, by whom, and its number. */
export const nameOf = ({ host, pid, random }: Maker, made: number, number: number): string =>
  `hindcast_held_${made}_${host}_${pid}_${random}_${number}`;

/**
 * Whether a table is one of ours that nobody holds any more: made by a process of this host that is gone, or more than
 * a day ago on another. One whose process may live is never taken for one.
 */
export function isAbandoned(
  name: string,
  { host }: Pick<Maker, "host">,
  now: number,
  lives: (pid: number) => boolean = isAlive,
): boolean {
  const groups = form.exec(name)?.groups;
  if (groups === undefined) return false;
  if (groups.host === host) return !lives(Number(groups.pid));
  return now - Number(groups.made) > day;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives and is another user's.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

const hostOf = (facts: readonly string[]): string =>
  createHash("sha256").update(facts.join("\n")).digest("hex").slice(0, 12);

/** What this system tells of itself, if it does. */
function read(fact: () => string): string {
  try {
    return fact();
  } catch {
    return "";
  }
}
