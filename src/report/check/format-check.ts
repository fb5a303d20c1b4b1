import type { CheckReport } from "../../evaluate/index.js";
import type { DrawOptions } from "../format.js";
import { mapStrings } from "../say/map-strings.js";
import { printable } from "../say/printable.js";
import { sayCounts, sayLog } from "../say/say-log.js";
import { saySupports } from "../say/say-supports.js";
import { drawReasons } from "../table/draw-diagnoses.js";
import { type Paint, painter } from "../table/paint.js";
import { padEnd, wrap } from "../table/wrap.js";

/** A check for the terminal: whether the log is usable, what it holds, and what it supports. */
export function formatCheck(given: CheckReport, options: DrawOptions = {}): string {
  const { problems, warnings, supports, ...found } = mapStrings(given, printable);
  const width = Math.max(40, options.width ?? 100);
  const paint = painter(options.colour ?? false);
  const sections = [
    [drawWord(problems.length, paint)],
    titled("Problems", drawReasons(problems, "red", width, paint)),
    titled("Log", drawLog(found, width)),
    titled("Supports", drawSupports(supports, width, paint)),
    titled("Warnings", drawReasons(warnings, "yellow", width, paint)),
  ];
  const drawn = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${drawn.join("\n\n")}\n`;

  function titled(title: string, lines: readonly string[]): readonly string[] {
    return lines.length === 0 ? [] : [paint("bold", title), ...lines];
  }
}

function drawWord(problems: number, paint: Paint): string {
  if (problems === 0) return paint("green", "The log is usable.");
  return paint(
    "red",
    `The log is not usable as it is: ${problems} ${problems === 1 ? "problem" : "problems"}.`,
  );
}

function drawLog(
  { log, counts }: Pick<CheckReport, "log" | "counts">,
  width: number,
): readonly string[] {
  const sentences = (log === null ? [] : sayLog(log)).flatMap((line) => wrap(line, width - 2, 2));
  const counted = sayCounts(counts);
  const longest = Math.max(0, ...counted.map(({ name }) => name.length));
  const lines = counted.map(({ name, count }) => `${padEnd(name, longest)}  ${count}`);
  return [...sentences, ...lines].map((line) => `  ${line}`);
}

function drawSupports(
  supports: CheckReport["supports"],
  width: number,
  paint: Paint,
): readonly string[] {
  return saySupports(supports).flatMap(({ estimator, policies, refusals }) => {
    const yes = policies.length === 0 ? [] : wrap(`of ${policies.join(", ")}`, width - 6, 2);
    const no = refusals.flatMap((refusal) => wrap(`not of ${refusal}`, width - 6, 2));
    return [
      `  ${paint("bold", estimator)}`,
      ...yes.map((line) => `    ${line}`),
      ...no.map((line) => `    ${paint("yellow", line)}`),
    ];
  });
}
