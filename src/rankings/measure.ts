import { type Reason, reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import { choiceOf, conventions } from "./conventions/index.js";
import { metrics } from "./metrics/index.js";
import type { Metric } from "./metrics/metric.js";
import { presets } from "./presets.js";
import { numberSettings, paper, type SettingName, type Settings } from "./settings.js";

/**
 * A metric with its cutoff and one choice of every convention that it reads. `text` is its one written form:
 * two measures are the same exactly if their texts are, so that a text may be the key of a map.
 */
export interface Measure {
  readonly metric: Metric;
  /** The last rank that counts; null where lists are not cut. */
  readonly cutoff: number | null;
  readonly settings: Settings;
  /** `nDCG(gain: exp)@10`: every setting that is not that of the conventions `paper`. */
  readonly text: string;
}

/** What all metrics read. */
const common: readonly SettingName[] = ["grades", "scores", "ties", "empty", "missing"];

const names: readonly SettingName[] = [
  ...conventions.map(({ name }) => name as SettingName),
  ...numberSettings.map(({ name }) => name),
];

/** The settings on which a measure depends: of those of gains only what the gain itself reads. */
function readBy({ reads }: Metric, { gain, empty }: Settings): ReadonlySet<SettingName> {
  const read = new Set<SettingName>([...reads, ...common]);
  if (read.has("gain")) {
    const gainReads: readonly SettingName[] = choiceOf("gain", gain).reads;
    for (const name of ["negatives", "relevant"] as const)
      if (!gainReads.includes(name)) read.delete(name);
  }
  if (choiceOf("empty", empty).leavesOut === true) read.add("relevant");
  return read;
}

/** A measure; settings that it does not read are those of `paper`, so that they tell no measures apart. */
export function measure(metric: Metric, cutoff: number | null, settings: Settings): Measure {
  const read = readBy(metric, settings);
  const pairs = names.map((name) => [name, read.has(name) ? settings[name] : paper[name]] as const);
  const kept = Object.freeze(Object.fromEntries(pairs)) as unknown as Settings;
  return Object.freeze({
    metric,
    cutoff,
    settings: kept,
    text: written(metric, cutoff, kept, paper),
  });
}

/** How a measure is called where the conventions of `base` are known: without the settings that are theirs. */
export const labelIn = ({ metric, cutoff, settings }: Measure, base: Settings): string => {
  const read = readBy(metric, settings);
  const theirs = Object.fromEntries(
    names.map((name) => [name, read.has(name) ? base[name] : paper[name]]),
  );
  return written(metric, cutoff, settings, theirs as unknown as Settings);
};

function written(
  { name }: Metric,
  cutoff: number | null,
  settings: Settings,
  base: Settings,
): string {
  const changes = names.filter((name) => settings[name] !== base[name]);
  const inner = changes.map((name) => `${name}: ${settings[name]}`).join(", ");
  return `${name}${inner === "" ? "" : `(${inner})`}${cutoff === null ? "" : `@${cutoff}`}`;
}

const form = /^\s*([A-Za-z]+)\s*(?:\(([^()]*)\))?\s*(?:@\s*([^\s@]+))?\s*$/;

/**
 * Reads a measure's text, `nDCG(gain: exp)@10`; what it leaves out is that of `base`, and a preset's name may
 * stand among its settings: `nDCG(trec_eval)@10`. Throws a StudyError that says what is known.
 */
export function parseMeasure(text: string, base: Settings = paper): Measure {
  const [, name = "", inner = "", cut] = form.exec(text) ?? [];
  if (name === "") throw unreadable(text, 'Write it as "nDCG@10" or "nDCG(gain: exp)@10".');
  const metric = findMetric(name, text);
  const settings = inner
    .split(",")
    .filter((part) => part.trim() !== "")
    .reduce((whole, part) => withSetting(whole, part, text), base);
  const made = measure(metric, cutoffOf(cut, text), settings);
  requireRead(inner, metric, settings, text);
  if (choiceOf("ties", made.settings.ties).averages === true && !metric.isLinear) {
    const linear = metrics.filter((other) => other.isLinear).map((other) => other.name);
    throw unreadable(
      text,
      `${metric.name} has no mean over the orders of ties; ties: ${made.settings.ties} is for ${linear.join(", ")}.`,
    );
  }
  return made;
}

/** Reads "nDCG@10,DCG@100": commas within parentheses belong to a measure. */
export const parseMeasures = (text: string, base: Settings = paper): readonly Measure[] => {
  const parts = text.split(/,(?![^(]*\))/).filter((part) => part.trim() !== "");
  if (parts.length === 0) throw unreadable(text, 'Write measures as "nDCG@10,DCG@100".');
  const all = parts.map((part) => parseMeasure(part, base));
  return all.filter((one, at) => all.findIndex(({ text }) => text === one.text) === at);
};

function findMetric(name: string, text: string): Metric {
  const target = name.toLowerCase();
  const metric = metrics.find((candidate) =>
    [candidate.name, ...candidate.aliases].some((alias) => alias.toLowerCase() === target),
  );
  if (metric !== undefined) return metric;
  const list = metrics.map((metric) => metric.name);
  throw unreadable(
    text,
    `There is no metric ${name}; there are ${list.join(", ")}.${didYouMean(name, list)}`,
  );
}

/** Refuses a setting that is written and would change nothing. */
function requireRead(inner: string, metric: Metric, settings: Settings, text: string): void {
  const read = readBy(metric, settings);
  const written = inner.split(",").map((part) => part.split(":").map((side) => side.trim()));
  const unread = written.find(
    ([key, value]) => value !== undefined && !read.has(key as SettingName),
  );
  if (unread === undefined) return;
  const { gain } = settings;
  const isOfGain = metric.reads.includes(unread[0] as SettingName);
  throw unreadable(
    text,
    isOfGain
      ? `${unread[0]} changes nothing where gain is ${gain}. Choose another gain: relevant belongs to binary, negatives to linear and exp.`
      : `${unread[0]} changes nothing in ${metric.name}, which reads ${[...read].join(", ")}.`,
  );
}

function cutoffOf(cut: string | undefined, text: string): number | null {
  if (cut === undefined) return null;
  const value = Number(cut);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw unreadable(text, `What follows @ must be a whole number of at least 1; it is "${cut}".`);
}

function withSetting(settings: Settings, part: string, text: string): Settings {
  const [key = "", value] = part.split(":").map((side) => side.trim());
  if (value === undefined) return presetNamed(key, text).settings;
  const number = numberSettings.find(({ name }) => name === key);
  if (number !== undefined) {
    const amount = value === "" ? Number.NaN : Number(value);
    if (number.fits(amount)) return { ...settings, [number.name]: amount };
    throw unreadable(text, `${key} must be ${number.expected}; it is "${value}".`);
  }
  const convention = conventions.find(({ name }) => name === key);
  if (convention === undefined) {
    throw unreadable(text, `${key} is not one of ${names.join(", ")}.${didYouMean(key, names)}`);
  }
  const choices = convention.choices.map(({ name }) => name);
  if (choices.includes(value)) return { ...settings, [key]: value };
  throw unreadable(
    text,
    `${key} must be one of ${choices.join(", ")}; it is "${value}".${didYouMean(value, choices)}`,
  );
}

function presetNamed(name: string, text: string): (typeof presets)[number] {
  const preset = presets.find((candidate) => candidate.name === name);
  if (preset !== undefined) return preset;
  const list = presets.map((item) => item.name);
  throw unreadable(
    text,
    `${name} is neither "key: value" nor the name of conventions, which are ${list.join(", ")}.${didYouMean(name, list)}`,
  );
}

export function presetOf(name: string): (typeof presets)[number] {
  const preset = presets.find((candidate) => candidate.name === name);
  if (preset !== undefined) return preset;
  const list = presets.map((item) => item.name);
  const message = `There are no conventions ${name}; there are ${list.join(", ")}.${didYouMean(name, list)}`;
  throw new StudyError(reason("conventions", message, { name, known: list }));
}

const unreadable = (text: string, why: string): StudyError => {
  const problem: Reason = reason("measure", `The measure "${text}" cannot be read. ${why}`, {
    text,
  });
  return new StudyError(problem);
};
