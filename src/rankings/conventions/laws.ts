import { type Insist, type Law, laws } from "../../laws.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import { createRandom } from "../../random/create-random.js";
import { labelsOf } from "../join.js";
import { measure } from "../measure.js";
import { metrics } from "../metrics/index.js";
import { planOf, scoreLines } from "../rank.js";
import { type Lines, linesOfTexts, type TextLine } from "../read/lines.js";
import { paper } from "../settings.js";
import type { Convention } from "./convention.js";

export const conventionLaws: readonly Law<Convention>[] = laws({
  nameOf: ({ name }) => `The convention ${name}`,
  laws: {
    "its names can stand in the text of a measure": isWritten,
    "every choice changes some measure": matters,
  },
});

function isWritten({ name, purpose, choices }: Convention, insist: Insist): void {
  const names = [name, ...choices.map((choice) => choice.name)];
  const isName = (text: string): boolean => /^[a-z][A-Za-z0-9]*$/.test(text);
  insist(names.every(isName), "has a name that no measure's text can hold");
  insist(new Set(names).size === names.length, "has one name twice");
  insist(choices.length >= 2, "has nothing to choose");
  const purposes = [purpose, ...choices.map((choice) => choice.purpose)];
  insist(!purposes.includes(""), "does not say what it is for");
}

/** Two runs with ties, one of which leaves a user out, against labels with a user without a relevant one. */
function sample(): { readonly labels: Lines; readonly run: Lines } {
  const random = createRandom("laws of conventions");
  const users = Array.from({ length: 12 }, (_, u) => `user${u}`);
  const linesOf = (per: number, value: () => number, members = users): readonly TextLine[] =>
    members.flatMap((user) => {
      const items = new Set(Array.from({ length: per }, () => `item${random.integer(30)}`));
      return [...items].map((item, line) => ({ user, item, value: value(), line: line + 1 }));
    });
  const labels = [
    ...linesOf(14, () => (random.integer(9) - 2) / 2),
    ...linesOf(4, () => 0, ["user12"]),
  ];
  const run = linesOf(25, () => 1 + random.integer(4) * powerOfTwo(random.integer(2) - 30), [
    ...users.slice(1),
    "user12",
  ]);
  return {
    labels: linesOfTexts("labels", "labels", labels),
    run: linesOfTexts("run", "run", run),
  };
}

function matters({ name, choices }: Convention, insist: Insist): void {
  const { labels, run } = sample();
  const joined = labelsOf(labels);
  const answers = choices.map((choice) => {
    const settings = { ...paper, gain: "exp", [name]: choice.name };
    const all = metrics.flatMap((metric) =>
      [5, 40, null].map((cutoff) => measure(metric, cutoff, settings)),
    );
    try {
      const { values } = scoreLines(run, joined, planOf(all));
      return JSON.stringify(
        [...values.values()].map((userValues) => [...userValues.values, ...(userValues.per ?? [])]),
      );
    } catch (error) {
      return String(error);
    }
  });
  const same = choices.findIndex((_, at) => answers.indexOf(answers[at] ?? "") !== at);
  insist(same < 0, `has the choice ${choices[same]?.name}, which changes nothing`);
}
