import type { Verdict, VerdictWord } from "../../evaluate/conclude/result.js";
import { isAnswer } from "../../evaluate/conclude/withheld.js";
import { capital } from "../../plain-line.js";

/** The verdict of all comparisons of a candidate. Undecided without a number: `withheld`, or `notAsked` by the study. */
type Outcome = VerdictWord | "withheld" | "notAsked";

function outcomeOf(line: Verdict): Outcome {
  if (line.verdict !== "cannotTell" || (line.value !== null && isAnswer(line))) return line.verdict;
  return line.reason.facts.need === undefined ? "withheld" : "notAsked";
}

const order: readonly Outcome[] = [
  "better",
  "worse",
  "cannotTell",
  "withheld",
  "notAsked",
  "doNotTrust",
];

/** All comparisons in one sentence: "fresh is better than production; popularity is worse." */
export function describeConclusion(verdicts: readonly Verdict[]): string {
  const policies = [...new Set(verdicts.map(({ policy }) => policy))];
  const outcomes = policies.map((policy) => outcomesOf(policy, verdicts));
  const isSaid = outcomes.some(({ counts }) => counts.size === 1 && counts.has("better"));
  const uniform = order.flatMap((outcome): readonly string[] => {
    const alike = outcomes.filter(({ counts }) => counts.size === 1 && counts.has(outcome));
    const [first] = alike;
    if (first === undefined) return [];
    const names = listNames(alike.map(({ policy }) => policy));
    return [sentenceOf[outcome](names, alike.length > 1 ? "are" : "is", first.baseline, isSaid)];
  });
  const differing = outcomes
    .filter(({ counts }) => counts.size > 1)
    .map(({ policy, counts }) => ({ policy, words: listCounts(counts) }));
  const mixed = [...new Set(differing.map(({ words }) => words))].map((words) => {
    const names = differing.filter((row) => row.words === words).map(({ policy }) => policy);
    return `${listNames(names)} ${names.length > 1 ? "are" : "is"} ${words}`;
  });
  const shown = mixed.slice(0, mostMixed);
  const rest = mixed.length - shown.length;
  const others = rest === 0 ? [] : ["the verdicts on others differ by comparison"];
  const sentence = `${[...uniform, ...shown, ...others].join("; ")}.`;
  return /^(this log|the study|do not) /.test(sentence) ? capital(sentence) : sentence;
}

/** The conclusion as a title, without its full stop; where it is long, how many policies have each outcome. */
export function conclusionTitle(verdicts: readonly Verdict[]): string {
  const conclusion = describeConclusion(verdicts).replace(/\.$/, "");
  const policies = [...new Set(verdicts.map(({ policy }) => policy))];
  if (conclusion.length <= longestTitle || policies.length === 1) return conclusion;
  const groups = policies.map((policy) => {
    const [outcome, ...others] = outcomesOf(policy, verdicts).counts.keys();
    return outcome === undefined || others.length > 0 ? "mixed" : outcome;
  });
  const parts = countedWords.flatMap(([group, words]) => {
    const count = groups.filter((each) => group.includes(each)).length;
    return count === 0 ? [] : [words(count === 1 ? "1 is" : `${count} are`, count)];
  });
  return `Of ${policies.length} policies ${listWords(parts)}`;
}

const longestTitle = 200;

type Counted = readonly [
  group: readonly (Outcome | "mixed")[],
  words: (are: string, count: number) => string,
];

const countedWords: readonly Counted[] = [
  [["better"], (are) => `${are} better than the baseline`],
  [["worse"], (are) => `${are} worse`],
  [["cannotTell", "withheld", "notAsked"], (are) => `${are} undecided`],
  [["doNotTrust"], (are) => `${are} not to be trusted`],
  [["mixed"], (_, count) => `${count} ${count === 1 ? "differs" : "differ"} by comparison`],
];

const mostMixed = 3;

interface Outcomes {
  readonly policy: string;
  readonly baseline: string;
  readonly counts: ReadonlyMap<Outcome, number>;
}

function outcomesOf(policy: string, verdicts: readonly Verdict[]): Outcomes {
  const lines = verdicts.filter((verdict) => verdict.policy === policy);
  const counts = new Map<Outcome, number>();
  for (const line of lines) counts.set(outcomeOf(line), (counts.get(outcomeOf(line)) ?? 0) + 1);
  return { policy, baseline: lines[0]?.baseline ?? "", counts };
}

const sentenceOf: Readonly<
  Record<Outcome, (names: string, be: string, baseline: string, isSaid: boolean) => string>
> = {
  better: (names, be, baseline) => `${names} ${be} better than ${baseline}`,
  worse: (names, be, baseline, isSaid) =>
    `${names} ${be} worse${isSaid ? "" : ` than ${baseline}`}`,
  cannotTell: (names, _, baseline) => `${names} cannot be distinguished from ${baseline}`,
  withheld: (names) => `this log cannot tell what ${names} would earn`,
  notAsked: (names) => `the study lacks what it takes to evaluate ${names}`,
  doNotTrust: (names) => `do not trust the numbers for ${names}`,
};

const outcomeWords: Readonly<Record<Outcome, string>> = {
  better: "better",
  worse: "worse",
  cannotTell: "undecided",
  withheld: "undecided",
  notAsked: "undecided",
  doNotTrust: "not to be trusted",
};

/** "better on 3 of 4 comparisons and undecided on 1" */
function listCounts(counts: ReadonlyMap<Outcome, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const words = new Map<string, number>();
  for (const outcome of order) {
    const count = counts.get(outcome);
    const word = outcomeWords[outcome];
    if (count !== undefined) words.set(word, (words.get(word) ?? 0) + count);
  }
  const [first, ...others] = [...words].map(([word, count]) => `${word} on ${count}`);
  return [`${first} of ${total} comparisons`, ...others].join(" and ");
}

const mostNames = 4;

/** "a", "a and b", "a, b, c and 5 others" */
function listNames(names: readonly string[]): string {
  const shown = names.length > mostNames ? names.slice(0, mostNames - 1) : names;
  const rest = names.length - shown.length;
  return listWords(rest === 0 ? shown : [...shown, `${rest} others`]);
}

const listWords = (words: readonly string[]): string =>
  words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
