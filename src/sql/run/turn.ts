/** Browsers have no `setImmediate`, and a timer takes a millisecond where there is one. */
const later: (act: () => void) => unknown =
  typeof setImmediate === "function" ? setImmediate : (act) => setTimeout(act, 0);

export const turn = (): Promise<void> => new Promise((resolve) => later(resolve));
