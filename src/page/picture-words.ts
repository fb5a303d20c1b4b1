import type { Result } from "../evaluate/conclude/result.js";

const longest = 40;
const short = (words: string): string =>
  words.length > longest ? `${words.slice(0, longest - 1)}…` : words;

const mostNames = 3;

function listed(names: readonly string[]): string {
  const all = [...new Set(names)].map(short);
  return all.length > mostNames
    ? `${all.slice(0, mostNames - 1).join(", ")} and ${all.length - mostNames + 1} more`
    : all.join(", ");
}

/** What a picture of a result is of: "fresh, popular against production, study, 2026-11-02 to 2026-11-08". */
export function pictureWords({ verdicts, log }: Result, name: string): string {
  const policies = listed(verdicts.map(({ policy }) => policy));
  const baselines = listed(verdicts.map(({ baseline }) => baseline));
  const days = [...new Set([log.firstDay, log.lastDay])].filter((day) => day !== null);
  return [
    ...(verdicts.length === 0 ? [] : [`${policies} against ${baselines}`]),
    short(name),
    ...(days.length === 0 ? [] : [days.join(" to ")]),
  ].join(", ");
}
