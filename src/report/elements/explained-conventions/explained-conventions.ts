import type { Explanation, RankResult } from "../../../answers/index.js";
import { showCount, showNumber, showSigned } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";

export const explainedConventions: Element<RankResult> = defineElement({
  name: "explained-conventions",
  title: "Conventions",
  view: ({ explained }: RankResult) =>
    explained === null || explained.rows.length === 0 ? null : explained,
  body: (explained) => gridsOf(explained),
  derived: ({ rows }) => rows.map(({ ours, theirs }) => theirs - ours),
});

function gridsOf({ conventions, against, rows }: Explanation): readonly Grid[] {
  const values: Grid = {
    caption: `${conventions} and ${against}`,
    columns: [...texts("run", "measure"), ...numeric(conventions, against, "difference")],
    rows: rows.map(({ run, measure, ours, theirs }) => [
      run,
      measure,
      showNumber(ours, 6),
      showNumber(theirs, 6),
      showSigned(theirs - ours, 6),
    ]),
    notes: rows.every(({ effects }) => effects.length === 0)
      ? ["No convention in which the two differ changes the value of any user."]
      : [],
  };
  const effects = rows.flatMap(({ run, measure, effects: rowEffects }) =>
    rowEffects.map((effect) => ({ run, measure, ...effect })),
  );
  if (effects.length === 0) return [values];
  return [
    values,
    {
      caption: "What each convention changes by itself",
      columns: [
        ...texts("run", "measure", "convention"),
        ...numeric("change", "users"),
        ...texts("most changed"),
      ],
      rows: effects.map((effect) => [
        effect.run,
        effect.measure,
        `${effect.convention}: ${effect.ours} → ${effect.theirs}`,
        showSigned(effect.change, 6),
        showCount(effect.users),
        effect.most.map(({ user, ours, theirs }) => `${user} ${show(ours)} → ${show(theirs)}`)[0] ??
          "",
      ]),
    },
  ];
}

const show = (value: number | null): string => (value === null ? "left out" : showNumber(value, 4));
