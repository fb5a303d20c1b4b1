import { confidenceSequence } from "../../src/inference/intervals/confidence-sequence/confidence-sequence.js";
import { intervalBy } from "../../src/inference/intervals/interval.js";
import { t } from "../../src/inference/intervals/t/t.js";
import { createRandom } from "../../src/random/create-random.js";

const days = 60;
const level = 0.95;

/** How users and rewards come; nothing differs in any of them. */
const settings: readonly {
  readonly name: string;
  readonly perDay: number;
  /** Values of mean 0 and standard deviation 1 where they are normal. */
  readonly draw: (random: ReturnType<typeof createRandom>) => number;
}[] = [
  { name: "normal, 20 users a day", perDay: 20, draw: (random) => random.normal() },
  { name: "normal, 200 users a day", perDay: 200, draw: (random) => random.normal() },
  {
    name: "a weight of 20 on 2 % of users, 200 a day",
    perDay: 200,
    draw: (random) => (random.next() < 0.02 ? 20 * (random.next() - 0.5) : random.normal() / 10),
  },
  {
    name: "a reward in 5 % less its mean, 200 users a day",
    perDay: 200,
    draw: (random) => (random.next() < 0.05 ? 0.95 : -0.05),
  },
];

/** How often an interval excludes the true 0 on any of 60 days on which it is looked at, from the first on. */
export function peekingSection(logs: number): string {
  const methods = [t, confidenceSequence];
  const rows = settings.map(({ name, perDay, draw }) => {
    const wrong = methods.map(() => 0);
    const last = methods.map(() => 0);
    for (let log = 0; log < logs; log++) {
      const random = createRandom(`peeking ${name} ${log}`);
      const found = methods.map(() => false);
      let [n, sum, square] = [0, 0, 0];
      for (let day = 1; day <= days; day++) {
        for (let user = 0; user < perDay; user++) {
          const value = draw(random);
          n += 1;
          sum += value;
          square += value * value;
        }
        const value = sum / n;
        const se = Math.sqrt((square / n - value ** 2) / (n - 1));
        const of = { value, se, degreesOfFreedom: n - 1, trajectories: n };
        methods.forEach((method, at) => {
          const [low, high] = intervalBy(method, of, level);
          const excludes = low > 0 || high < 0;
          if (excludes) found[at] = true;
          if (excludes && day === days) last[at] = (last[at] ?? 0) + 1;
        });
      }
      found.forEach((each, at) => {
        if (each) wrong[at] = (wrong[at] ?? 0) + 1;
      });
    }
    const cells = methods.map((_, at) =>
      [wrong[at] ?? 0, last[at] ?? 0].map((count) => (count / logs).toFixed(3)).join(", "),
    );
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  return [
    `| differences of 0 | ${methods.map(({ name }) => `\`${name}\``).join(" | ")} |`,
    `|---|${methods.map(() => "---:").join("|")}|`,
    ...rows,
    "",
    `${logs} logs each: the share in which the interval of ${100 * level} % excludes 0 on any of ${days} days, and on the last one alone.`,
  ].join("\n");
}
