import type { Diagnosis, Severity } from "../../../evaluate/conclude/result.js";
import { groupedBy } from "../../../numeric/grouped-by.js";
import { counted, showP, showStatistic } from "../../../numeric/show-number.js";
import { defineElement, type Element, type TextStyle } from "../../element.js";
import { type Block, type Grid, texts, tones } from "../../formats/grid.js";
import { titled } from "../../formats/text/blocks.js";
import { wrap } from "../../formats/text/wrap.js";
import type { ReportedResult } from "../../source.js";
import { feedWords, spaced } from "../../words/names.js";
import { otherNames } from "../../words/same-policies.js";

interface View {
  /** The most serious first. */
  readonly notOk: readonly Diagnosis[];
  readonly ok: readonly Diagnosis[];
  /** Policies that are the same as another one. */
  readonly names: ReadonlyMap<string, string>;
}

const order: readonly Severity[] = ["fail", "watch", "inconclusive", "ok"];

export const diagnoses: Element<ReportedResult> = defineElement({
  name: "diagnoses",
  title: "Diagnoses",
  view: ({ diagnostics, differences }): View | null => {
    const sorted = groupsOf(diagnostics)
      .flat()
      .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
    return sorted.length === 0
      ? null
      : {
          notOk: sorted.filter(({ severity }) => severity !== "ok"),
          ok: sorted.filter(({ severity }) => severity === "ok"),
          names: otherNames(differences),
        };
  },
  summary: (view) => {
    const { notOk, ok } = onPage(view);
    return `${notOk.length} ${notOk.length === 1 ? "needs" : "need"} attention, ${ok.length} passed`;
  },
  body: (view, { format }) => blocksOf(format === "html" ? onPage(view) : view),
  text: (view, style) => titled("Diagnoses", textLines(view, style), style),
  derived: (view) => [view.ok.length, onPage(view).ok.length, onPage(view).notOk.length],
});

/** What is said of a policy that has two names, once. */
function onPage({ notOk, ok, names }: View): View {
  const named = (name: string): string => names.get(name) ?? name;
  const keyOf = (of: Diagnosis, policies: readonly string[] | undefined): string =>
    JSON.stringify([of.code, of.policy, of.reward, of.feed, of.estimator, of.severity, policies]);
  const once = (diagnoses: readonly Diagnosis[]): readonly Diagnosis[] => {
    const keys = new Set(diagnoses.map((each) => keyOf(each, each.policies)));
    return diagnoses.filter(({ policies, ...rest }) => {
      const renamed = policies?.map(named);
      const isSame = renamed?.join() === policies?.join();
      return isSame || !keys.has(keyOf(rest, renamed));
    });
  };
  return { notOk: once(notOk), ok: once(ok), names };
}

const blocksOf = ({ notOk, ok }: View): readonly Block[] => [
  ...(notOk.length === 0
    ? [{ sentences: ["Every check of an assumption passed."], isOfPage: true }]
    : [gridOf("checks of the assumptions that need attention", notOk)]),
  ...(ok.length === 0
    ? []
    : [
        {
          ...gridOf("checks that passed", ok),
          ...{ isOfPage: true, folded: `Checks that passed: ${ok.length}` },
        },
      ]),
];

/** The findings of one check with the same severity and the same remedy. */
const groupsOf = (diagnoses: readonly Diagnosis[]): readonly (readonly Diagnosis[])[] =>
  groupedBy(diagnoses, groupOf);

const groupOf = ({ severity, code, assumption, remedy }: Diagnosis): string =>
  JSON.stringify([severity, code, assumption, remedy]);

/** What it was tested on: "candidate, like, feed home"; empty for the whole log. */
const scopeOf = ({ policy, reward, feed }: Diagnosis): string =>
  [policy, reward, feedWords(feed)].filter((part) => part !== null).join(", ");

/** The assumption and the remedy are given with the first of the findings that share them. */
const gridOf = (caption: string, diagnoses: readonly Diagnosis[]): Grid => ({
  title: "Diagnoses",
  caption,
  columns: texts("severity", "check", "of", "measured", "what follows, and what to do"),
  rows: diagnoses.map((diagnosis, at) => {
    const before = diagnoses[at - 1];
    const isFirst = before === undefined || groupOf(before) !== groupOf(diagnosis);
    const { severity, code, assumption, statistic, p, consequence, remedy } = diagnosis;
    const measured = [
      ...(statistic === null ? [] : [`statistic ${showStatistic(statistic)}`]),
      ...(p === null ? [] : [showP(p)]),
    ];
    return [
      { text: severity, tone: severity },
      { text: spaced(code), ...(isFirst && { note: `assumed: ${spaced(assumption)}` }) },
      scopeOf(diagnosis),
      measured.join(", "),
      severity === "ok" || !isFirst ? consequence : `${consequence} ${remedy}`,
    ];
  }),
});

function textLines({ notOk, ok }: View, style: TextStyle): readonly string[] {
  const rest = `  ${style.paint("green", "ok")}  ${counted(ok.length, "further check")}`;
  return [
    ...groupsOf(notOk).flatMap((group) => checkLines(group, style)),
    ...(ok.length === 0 ? [] : [rest]),
  ];
}

function checkLines(group: readonly Diagnosis[], { width, paint }: TextStyle): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { severity, code, assumption, remedy } = first;
  const findings = group.map((diagnosis) =>
    [scopeOf(diagnosis), diagnosis.consequence].filter(Boolean).join(": "),
  );
  return [
    `  ${paint(tones[severity], severity)}  ${paint("bold", spaced(code))} (assumed: ${spaced(assumption)})`,
    ...[...findings, `→ ${remedy}`]
      .flatMap((sentence) => wrap(sentence, width - 4, 2))
      .map((line) => `    ${line}`),
  ];
}
