import { checks } from "./index.js";

/** What is not looked for in a log that names no day, in words. */
export const lostWithoutDays: string = checks
  .filter(({ reads }) => reads?.includes("days"))
  .map(({ title, code }) => `${title} (${code})`)
  .join(", ");
