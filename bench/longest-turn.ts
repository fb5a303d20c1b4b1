import { readFileSync } from "node:fs";

/** The longest turn of the event loop, in milliseconds for which the main thread computed. */
export interface LongestTurn {
  readonly stop: () => number;
}

/**
 * Watches turns from here. Of a turn counts its time by the clock or that for which the main thread had a core,
 * whichever is less: the first is longer on a busy machine, the second is booked in lumps (and known on Linux only).
 */
export function longestTurn(): LongestTurn {
  let longest = 0;
  let last = { clock: performance.now(), core: onCore() };
  const look = (): void => {
    const now = { clock: performance.now(), core: onCore() };
    longest = Math.max(longest, Math.min(now.clock - last.clock, now.core - last.core));
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    stop() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

function onCore(): number {
  try {
    // The first number is nanoseconds; the main thread's id is the process's own.
    const stat = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8");
    return Number(stat.split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
