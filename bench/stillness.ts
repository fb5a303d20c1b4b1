import type { Progress } from "../src/sql/engine.js";

/** The longest time in which progress told nothing new, in seconds. */
export interface Stillness {
  readonly report: (progress: Progress) => void;
  readonly longest: () => number;
}

/** Watches progress; the time runs from here. */
export function stillness(): Stillness {
  let since = performance.now();
  let last = "";
  let longest = 0;
  const look = (): void => {
    longest = Math.max(longest, (performance.now() - since) / 1e3);
  };
  return {
    report({ purpose, fraction = 0, rows = 0 }) {
      const told = `${purpose} ${Math.floor(100 * fraction)} ${rows}`;
      if (told === last) return;
      look();
      last = told;
      since = performance.now();
    },
    longest() {
      look();
      return longest;
    },
  };
}
