import { adjustments } from "../../src/inference/adjustments/index.js";
import { normalCdf } from "../../src/numeric/normal-cdf.js";
import { createRandom } from "../../src/random/create-random.js";

const alpha = 0.05;
/** A difference of so many standard errors, in one line of the family. */
const effect = 3;

/** Familywise error where nothing differs, and the power for one line that does, by adjustment. */
export function familiesSection(worlds: number): string {
  const rows = [1, 8, 40].flatMap((lines) =>
    (lines === 1 ? [0] : [0, 0.5, 0.9]).map((correlation) => {
      const cells = adjustments.map((adjustment) => {
        const random = createRandom(`families ${lines} ${correlation}`);
        const own = adjustment.ofFamily?.(influencesOf(lines, correlation)) ?? adjustment;
        let [wrong, right] = [0, 0];
        for (let world = 0; world < worlds; world++) {
          const z = draw(random.normal.bind(random), lines, correlation);
          if (own.p(z.map(pOf)).some((p) => p < alpha)) wrong += 1;
          const [first = 1] = own.p(z.map((each, at) => pOf(at === 0 ? each + effect : each)));
          if (first < alpha) right += 1;
        }
        return `${(wrong / worlds).toFixed(3)}, ${(right / worlds).toFixed(2)}`;
      });
      return `| ${lines} | ${correlation} | ${cells.join(" | ")} |`;
    }),
  );
  const names = adjustments.map(({ name }) => `\`${name}\``);
  return [
    `| comparisons | correlation | ${names.join(" | ")} |`,
    `|---:|---:|${names.map(() => "---:").join("|")}|`,
    ...rows,
    "",
    `${worlds} families each: the share with any rejection where nothing differs, and the share in which a difference of ${effect} standard errors in one comparison is found.`,
  ].join("\n");
}

const pOf = (z: number): number => 2 * normalCdf(-Math.abs(z));

const draw = (normal: () => number, lines: number, correlation: number): readonly number[] => {
  const shared = normal() * Math.sqrt(correlation);
  return Array.from({ length: lines }, () => shared + normal() * Math.sqrt(1 - correlation));
};

/** Influences of 2,000 users with these correlations. */
function influencesOf(lines: number, correlation: number): readonly Float64Array[] {
  const random = createRandom(`influences ${lines} ${correlation}`);
  const users = Array.from({ length: 2000 }, () => draw(() => random.normal(), lines, correlation));
  return Array.from({ length: lines }, (_, line) =>
    Float64Array.from(users, (user) => user[line] ?? 0),
  );
}
