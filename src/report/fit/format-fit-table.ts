import type { FitResult, FittedFeed } from "../../evaluate/fit.js";
import { drawColumns } from "../table/draw-columns.js";
import { drawReasons } from "../table/draw-diagnoses.js";
import { type Paint, painter } from "../table/paint.js";
import { padEnd, wrap } from "../table/wrap.js";
import { drawPlots } from "./draw-plots.js";
import type { FitDrawOptions } from "./fit-format.js";
import { sayNote } from "./grouped-notes.js";
import { type ModelTable, modelTables } from "./model-columns.js";
import { printableFit } from "./printable-fit.js";
import { sayDrift } from "./say-drift.js";
import { sayFeed, sayFitLog, sayIntervalName, sayTrajectories } from "./say-feed.js";
import { sayKept } from "./say-kept.js";
import { type SaidModel, type SaidModels, sayModels } from "./say-models.js";

/**
 * What a log says of its position bias, for the terminal: of each feed the kept curve, the models side
 * by side, the measured points with the kept curve, drift and warnings. Ends with a line break.
 */
export function formatFitTable(given: FitResult, options: FitDrawOptions = {}): string {
  const result = printableFit(given);
  const width = Math.max(40, options.width ?? 100);
  const paint = painter(options.colour ?? false);
  const confidence = options.confidence ?? 0.95;
  const sections = [
    [sayFitLog(result)],
    ...result.feeds.flatMap((feed) => drawFeed(feed, { width, paint, confidence })),
    ["Numbers by rank are in --format csv and json, the days in json and html."],
  ];
  const drawn = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${drawn.join("\n\n")}\n`;
}

interface Style {
  readonly width: number;
  readonly paint: Paint;
  readonly confidence: number;
}

function drawFeed(feed: FittedFeed, style: Style): readonly (readonly string[])[] {
  const { width, paint, confidence } = style;
  const models = sayModels(feed, confidence);
  return [
    drawHead(feed, style),
    ...modelTables(sayIntervalName(confidence)).map((each) =>
      drawModels(each, models.fitted, style),
    ),
    drawNotes(models, width),
    drawPlots(feed, width, paint),
    section("Drift over days", paragraphs(sayDrift(feed), width), paint),
    section("Warnings", drawReasons(feed.warnings, "yellow", width, paint), paint),
  ];
}

function drawHead(feed: FittedFeed, { width, paint, confidence }: Style): readonly string[] {
  const { isKept, word, sentence, recommended } = sayKept(feed, confidence);
  const name = paint(isKept ? "green" : "red", paint("bold", padEnd(word.toUpperCase(), 12)));
  const why = recommended === null ? [] : [recommended];
  return [
    `${name}${paint("bold", sayFeed(feed.feed))}`,
    ...paragraphs([sentence, ...why, sayTrajectories(feed)], width),
  ];
}

function drawModels(
  { title, columns }: ModelTable,
  models: readonly SaidModel[],
  { width, paint }: Style,
): readonly string[] {
  if (models.length === 0) return [];
  const names = models.map(({ model, isKept }) => `${model}${isKept ? " *" : ""}`);
  const drawn = columns.map(({ cell, ...column }) => ({
    ...column,
    cells: models.map(cell),
  }));
  return [
    paint("bold", title),
    ...drawColumns(
      [{ header: "model", align: "left", cells: names }, ...drawn],
      models.map(() => null),
      width,
      paint,
    ),
  ];
}

function drawNotes({ fitted, notes }: SaidModels, width: number): readonly string[] {
  const star = fitted.some(({ isKept }) => isKept) ? ["* kept"] : [];
  return paragraphs([...star, ...notes.map(sayNote)], width);
}

const paragraphs = (sentences: readonly string[], width: number): readonly string[] =>
  sentences.flatMap((sentence) => wrap(sentence, width - 2, 2).map((line) => `  ${line}`));

const section = (title: string, lines: readonly string[], paint: Paint): readonly string[] =>
  lines.length === 0 ? [] : [paint("bold", title), ...lines];
