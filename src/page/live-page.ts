import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { StudyTally } from "../evaluate/about.js";
import { daysToChoose } from "../evaluate/conclude/on-days.js";
import { openTally } from "../evaluate/conclude/open-tally.js";
import type { Result } from "../evaluate/conclude/result.js";
import type { LivePart, Truth } from "../report/index.js";
import type { Chosen } from "./choice.js";
import type { Grounds } from "./control.js";
import { confidence } from "./controls.js";
import { toBase64 } from "./pack/base64.js";
import { packTally } from "./pack/pack-tally.js";
import { inGroups, ownOf, type PageData, pageBlock, pageDataOf } from "./page-data.js";
import { rangesOf } from "./ranges.js";
import { readScripts } from "./script-file.js";
import { packVerdicts, type VerdictsOptions, verdictsOf, withoutChecks } from "./verdicts.js";

/** Bytes that a page may weigh, and what of them the document takes. */
const mostBytes = 2_000_000;
const ofDocument = 400_000;

export interface LiveOptions extends VerdictsOptions {
  /** What the run chose in place of the study's. */
  readonly base?: Chosen;
  readonly title?: string | undefined;
  /** The file of the study or of the tally. */
  readonly file?: string | undefined;
  readonly truth?: readonly Truth[] | undefined;
  /** Whether the page holds the tables of checks, however large they are. */
  readonly isWhole?: boolean;
}

export interface Live extends LivePart {
  readonly data: PageData;
}

/**
 * What makes the page of a result answer again: its script, and the tally by groups of users. Tables of checks are in it
 * where the page stays below 2 MB, or `isWhole`; else the verdicts that follow from them at the usual levels and of ranges of
 * days, for the run's baseline: another one takes as long as the whole conclusion.
 */
export async function livePage(
  tally: StudyTally,
  result: Result,
  {
    base = {},
    title,
    file = "hindcast",
    truth,
    isWhole: isAsked = false,
    ...options
  }: LiveOptions = {},
): Promise<Live> {
  const { script, worker } = await readScripts();
  const grouped = inGroups(tally);
  const opened = await openTally(grouped, { ...base, signal: options.signal });
  const packed = toBase64(await packTally(grouped));
  const isWhole =
    isAsked || script.length + worker.length + packed.length + ofDocument <= mostBytes;
  const days = daysToChoose(grouped);
  const all: Grounds = { base: opened, result, days, ranges: [] };
  const light = isWhole
    ? undefined
    : await lightOf(grouped, all, base, {
        ...options,
        most: mostBytes - ofDocument - script.length - worker.length,
      });
  const grounds = { ...all, ranges: light?.ranges ?? [] };
  const data = pageDataOf({ tally, grouped, grounds, base, file, isWhole, title, truth });
  const blocks = { worker, page: pageBlock(data), ...(light?.blocks ?? { tally: packed }) };
  const hash = toBase64(sha256(utf8ToBytes(script)));
  return { data, script, hash, blocks, weight: (document) => weighed(document, script, blocks) };
}

/** What a page holds in place of the tables of checks: within `most` bytes, verdicts of ranges of days, too. */
async function lightOf(
  grouped: StudyTally,
  grounds: Grounds,
  { whatIf: _, ...base }: Chosen,
  { most, ...options }: VerdictsOptions & { readonly most: number },
): Promise<Pick<Grounds, "ranges"> & { readonly blocks: Record<"tally" | "verdicts", string> }> {
  const own = { ...base, ...ownOf(grounds) };
  const levels = confidence.choices(grounds).map(({ chosen }) => ({ ...own, ...chosen }));
  const ranges = rangesOf(grounds.days);
  const tally = toBase64(await packTally(withoutChecks(grouped)));
  const verdicts = await verdictsOf(grouped, levels, {
    ...options,
    more: ranges.map(({ range }) => ({ ...own, days: range })),
    // Four letters for three bytes.
    most: (most - tally.length) * 0.75,
  });
  return {
    ranges: ranges.slice(0, verdicts.of.length - levels.length),
    blocks: { tally, verdicts: toBase64(await packVerdicts(verdicts)) },
  };
}

/** How large the parts of a page are: "1.60 MB: document 0.30 MB, script 0.40 MB, tally 0.90 MB". */
export function weightOf(page: string, { script, blocks, weight }: Live): string {
  const own = Object.values(blocks).reduce((sum, { length }) => sum + length, script.length);
  return weight(page.length - own);
}

function weighed(document: number, script: string, blocks: LivePart["blocks"]): string {
  const parts: readonly (readonly [string, number])[] = [
    ["document", document],
    ["script", script.length + (blocks.worker?.length ?? 0)],
    ["tally", blocks.tally?.length ?? 0],
    ["verdicts", blocks.verdicts?.length ?? 0],
  ];
  const whole = parts.reduce((sum, [, size]) => sum + size, 0);
  const shown = parts.filter(([, size]) => size > 0);
  return `${megabytes(whole)}: ${shown.map(([name, size]) => `${name} ${megabytes(size)}`).join(", ")}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
