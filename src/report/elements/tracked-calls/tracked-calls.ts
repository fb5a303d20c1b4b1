import type { TrackedCall, TrackRecord } from "../../../agreement/index.js";
import { statistics } from "../../../agreement/index.js";
import { counted, showBareP, showNumber, showPercent } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { verdictWords } from "../../words/names.js";
import { rangeWords } from "../../words/sets.js";

const outcomes: Readonly<Record<TrackedCall["outcome"], string>> = {
  right: "right",
  wrong: "wrong",
  onlineCannotTell: "online cannot tell",
  offlineCannotTell: "no offline verdict",
};

const liftWords: Readonly<Record<TrackedCall["agreement"], string>> = {
  agree: "agree",
  disagree: "disagree",
  cannotTell: "cannot tell",
};

export const trackedCalls: Element<TrackRecord> = defineElement({
  name: "tracked-calls",
  title: "Past tests",
  view: (record: TrackRecord) => (record.calls.length === 0 ? null : record),
  body: (record) => gridsOf(record),
  csv: {
    columns: [
      ...["row", "test", "policy", "reward", "feed", "offline", "online", "outcome", "agreement"],
      ...["offlineLift", "offlineSe", "onlineLift", "onlineSe", "setLower", "setUpper"],
    ],
    optional: ["setLower", "setUpper"],
    rows: ({ calls }) =>
      calls.map(({ offlineLift, onlineLift, ...call }) => ({
        row: "verdict",
        ...call,
        offlineLift: offlineLift?.value ?? null,
        offlineSe: offlineLift?.se ?? null,
        onlineLift: onlineLift.value,
        onlineSe: onlineLift.se,
        ...(offlineLift?.set && { setLower: offlineLift.set[0], setUpper: offlineLift.set[1] }),
      })),
  },
  derived: ({ calls }) =>
    calls.flatMap(({ offlineLift, onlineLift }) =>
      [
        ...[offlineLift?.value ?? 0, offlineLift?.se ?? 0, ...(offlineLift?.set ?? [])],
        ...[onlineLift.value, onlineLift.se],
      ].map((share) => 100 * share),
    ),
});

/** "+4.2 %", or "+3.1 % to +9.4 %" of what it may be. */
function offlineWords({ offlineLift }: TrackedCall): string {
  if (offlineLift === null) return "–";
  return (offlineLift.set ?? [offlineLift.value]).map((lift) => showPercent(lift)).join(" to ");
}

/** "14 tests", or "96 verdicts in 6 tests" where a test has several. */
function callsOfTests(calls: number, tests: number): string {
  const named = counted(tests, "test");
  return calls === tests ? named : `${calls} verdicts in ${named}`;
}

function gridsOf({
  calls,
  counts,
  agreements,
  tests,
  statistics: lines,
}: TrackRecord): readonly Grid[] {
  const shown = lines.map((lineStatistic): readonly string[] => {
    const title =
      statistics.find(({ name }) => name === lineStatistic.name)?.title ?? lineStatistic.name;
    if ("none" in lineStatistic) return [title, "–", "–", "–"];
    const { value, range: ends = [value], interval, p } = lineStatistic;
    const range = interval === null ? "–" : interval.map((end) => showNumber(end, 2)).join(" … ");
    return [title, rangeWords(ends), range, p === null ? "–" : showBareP(p)];
  });
  const reasons = lines.flatMap((lineStatistic) =>
    "none" in lineStatistic ? [lineStatistic.none.message] : [],
  );
  return [
    {
      caption: `Of ${callsOfTests(calls.length, tests)}, offline got ${counts.right} right and ${counts.wrong} wrong; online cannot tell ${counts.onlineCannotTell}, offline gave no verdict on ${counts.offlineCannotTell}. Within the errors of both, ${agreements.agree} lifts agree and ${agreements.disagree} disagree; ${agreements.cannotTell} cannot be judged`,
      columns: [
        ...texts("test", "policy", "reward"),
        ...["offline", "online"].map((header) => ({ header, spare: 1 })),
        { header: "outcome" },
        { header: "lifts", spare: 2 },
        ...["offline lift", "online lift"].map((header) => ({ header, numeric: true, spare: 2 })),
      ],
      rows: calls.map((call) => [
        call.test,
        call.policy,
        call.feed === null ? call.reward : `${call.reward}, feed ${call.feed}`,
        verdictWords[call.offline],
        verdictWords[call.online],
        outcomes[call.outcome],
        liftWords[call.agreement],
        offlineWords(call),
        showPercent(call.onlineLift.value),
      ]),
    },
    {
      caption: "Relative differences, offline against online, over all verdicts",
      columns: [{ header: "statistic" }, ...numeric("value", "interval", "p")],
      rows: shown,
      notes: [...new Set(reasons)],
    },
  ];
}
