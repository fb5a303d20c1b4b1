import type { Guardrail } from "../../../evaluate/conclude/result.js";
import { showPercent } from "../../../numeric/show-number.js";
import { capital } from "../../../plain-line.js";
import { defineElement, type Element } from "../../element.js";
import { liftCells, reasonCells } from "../../formats/csv/cells.js";
import { type Block, type Grid, numeric, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { feedWords } from "../../words/names.js";
import { percentsOf } from "../../words/range.js";

const outcomes: Readonly<Record<Guardrail["outcome"], string>> = {
  held: "held",
  broken: "broken",
  notShown: "not shown",
};

export const guardrails: Element<ReportedResult> = defineElement({
  name: "guardrails",
  title: "Guardrails",
  brief: true,
  view: ({ guardrails: rows = [] }: ReportedResult) => (rows.length === 0 ? null : rows),
  summary: (rows) =>
    rows.every(({ outcome }) => outcome === "held") ? `all ${rows.length} held` : null,
  print: () => true,
  body: (rows, { format, brief }) =>
    brief === true && format === "markdown" ? summaryOf(rows) : [gridOf(rows)],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "reward", "feed", "notWorseThan", "outcome"],
      ...[
        "lift",
        "liftSetLower",
        "liftSetUpper",
        "liftLower",
        "liftUpper",
        "level",
        "code",
        "message",
      ],
    ],
    optional: ["notWorseThan", "outcome"],
    rows: (rows) =>
      rows.map(
        ({ policy, baseline, reward, feed, notWorseThan, outcome, lift, level, reason }) => ({
          ...{ row: "guardrail", policy, baseline, reward, feed, notWorseThan, outcome, level },
          ...liftCells(lift),
          ...reasonCells(reason),
        }),
      ),
  },
  derived: (rows) => [
    ...Array.from({ length: rows.length + 1 }, (_, count) => count),
    ...rows.flatMap(({ notWorseThan, lift }) => [100 * notWorseThan, ...percentsOf(lift)]),
  ],
});

const mostNamed = 3;

/** "Guardrail broken: candidate, watch (may lose 1 %); guardrail held: 2." */
const summaryOf = (rows: readonly Guardrail[]): readonly Block[] => {
  const parts = (["broken", "notShown", "held"] as const).flatMap((outcome) => {
    const of = rows.filter((row) => row.outcome === outcome);
    if (of.length === 0) return [];
    const names = of.slice(0, mostNamed).map(({ policy, reward, feed, notWorseThan }) => {
      const which = [policy, reward, feedWords(feed)].filter(Boolean).join(", ");
      return `${which} (may lose ${percent(notWorseThan)})`;
    });
    const rest = of.length - names.length;
    const all = [...names, ...(rest === 0 ? [] : [`and ${rest} more`])].join(", ");
    return `guardrail ${outcomes[outcome]}: ${outcome === "held" ? of.length : all}`;
  });
  return [{ sentences: [`${capital(parts.join("; "))}.`], isList: true }];
};

const percent = (share: number): string => `${Number((100 * share).toPrecision(6))} %`;

function gridOf(rows: readonly Guardrail[]): Grid {
  const reasons = rows.filter(({ outcome }) => outcome === "notShown");
  return {
    caption:
      "Guardrails: how much a candidate may lose, and whether the log shows that it loses less",
    columns: [
      ...texts("policy", "reward", "feed"),
      ...numeric("may lose", "lift"),
      ...texts("guardrail"),
    ],
    rows: rows.map(({ policy, reward, feed, notWorseThan, lift, outcome }) => [
      ...[policy, reward, feed ?? ""],
      percent(notWorseThan),
      lift === null || "none" in lift
        ? "–"
        : `${(lift.set ?? [lift.value]).map((end) => showPercent(end)).join(" to ")} [${lift.interval.map((end) => showPercent(end)).join(", ")}]`,
      outcomes[outcome],
    ]),
    notes: [
      ...new Set(
        reasons.map(
          ({ policy, reward, feed, reason }) =>
            `${[policy, reward, feedWords(feed)].filter(Boolean).join(", ")}: ${reason.message}`,
        ),
      ),
    ],
  };
}
