import type { FitResult, FittedFeed } from "../../evaluate/fit.js";
import { markdownTable, markdownText } from "../markdown/markdown-table.js";
import { sayReason } from "../say/say-reason.js";
import { words } from "../say/words.js";
import type { FitDrawOptions } from "./fit-format.js";
import { sayNote } from "./grouped-notes.js";
import { type ModelTable, modelTables } from "./model-columns.js";
import { printableFit } from "./printable-fit.js";
import { sayDrift } from "./say-drift.js";
import { sayFeed, sayFitLog, sayIntervalName, sayTrajectories } from "./say-feed.js";
import { sayKept } from "./say-kept.js";
import { type SaidModel, sayModels } from "./say-models.js";

/** What a log says of its position bias as Markdown, for a ticket or a pull request. */
export function formatFitMarkdown(given: FitResult, options: FitDrawOptions = {}): string {
  const result = printableFit(given);
  const parts = result.feeds.flatMap((feed) => drawFeed(feed, options.confidence ?? 0.95));
  return `${["# Position bias", markdownText(sayFitLog(result)), ...parts].join("\n\n")}\n`;
}

function drawFeed(feed: FittedFeed, confidence: number): readonly string[] {
  const { isKept, word, sentence, recommended } = sayKept(feed, confidence);
  const { fitted, notes } = sayModels(feed, confidence);
  return [
    `## ${markdownText(sayFeed(feed.feed))}`,
    `**${isKept ? "Kept" : "Refused"}: ${markdownText(word)}** · ${markdownText(sentence)}`,
    ...(recommended === null ? [] : [markdownText(recommended)]),
    markdownText(sayTrajectories(feed)),
    ...(fitted.length === 0
      ? []
      : modelTables(sayIntervalName(confidence)).map((table) => drawModels(table, fitted))),
    ...bullets([
      ...notes.map(sayNote),
      ...sayDrift(feed).map((sentence) => `Over days: ${sentence}`),
      ...feed.warnings.map((warning) => `${words(warning.code)}: ${sayReason(warning)}`),
    ]),
  ];
}

function drawModels({ title, columns }: ModelTable, models: readonly SaidModel[]): string {
  const headers = columns.map(({ header, align }) => (align === "left" ? header : `${header}>`));
  const rows = models.map((said) => [
    `${said.model}${said.isKept ? " (kept)" : ""}`,
    ...columns.map(({ cell }) => cell(said)),
  ]);
  return `### ${title}\n\n${markdownTable(["model", ...headers], rows)}`;
}

const bullets = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [lines.map((line) => `- ${markdownText(line)}`).join("\n")];
