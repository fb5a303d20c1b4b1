import { type Insist, type Law, laws } from "../../laws.js";
import { createRandom } from "../../random/create-random.js";
import { conventions } from "../conventions/index.js";
import { numberSettings, paper, type SettingName, type Settings } from "../settings.js";
import type { Catalogue, Metric, Terms, UserList } from "./metric.js";
import { termsOf } from "./parts.js";

export const metricLaws: readonly Law<Metric>[] = laws({
  nameOf: ({ name }) => `The metric ${name}`,
  laws: {
    "its value lies between 0 and the greatest that it names": isBounded,
    "a better item moved up never lowers it": rises,
    "what lies below the cutoff does not matter": isCut,
    "an empty list has the value 0, or none": isEmpty,
    "it depends on the settings that it reads, and on no other": readsWhatItSays,
    "users' values of all lists together are a jackknife": isJackknife,
    "a linear metric averages the orders of a tie": averagesTies,
  },
});

const empty = new Float64Array(0);
const bestFirst = (grades: readonly number[]): Float64Array =>
  Float64Array.from(grades).sort().reverse();

/** Items that 0, 1 … 5 of six users hold; lists hold some that it lacks. */
const catalogue: Catalogue = {
  items: 24,
  users: 6,
  holders: Int32Array.from({ length: 24 }, (_, item) => item % 6),
};

/** Lists with grades −1 … 4, some of whose labels are not listed. */
function lists(seed: string, count = 40): readonly UserList[] {
  const random = createRandom(`laws of metrics ${seed}`);
  const grades = (size: number): readonly number[] =>
    Array.from({ length: size }, () => Math.max(-1, random.integer(9) - 4));
  return Array.from({ length: count }, () => {
    const listed = grades(1 + random.integer(12));
    const others = grades(random.integer(6));
    const start = random.integer(catalogue.items + 3);
    const places = listed.map((_, k) => ((start + 5 * k) % (catalogue.items + 3)) - 3);
    return {
      listed: { items: Int32Array.from(places), catalogue },
      grades: Float64Array.from(listed),
      labels: bestFirst([...listed, ...others]),
      tied: null,
    };
  });
}

const cutoffs: readonly number[] = [1, 3, 5, Infinity];

const termsWith = (cutoff: number, more: Partial<Settings> = {}): Terms =>
  termsOf({ ...paper, ...more }, cutoff);

/** The value by user: of a ratio, that of the user alone. */
function userValue(metric: Metric, list: UserList, terms: Terms): number | null {
  const value = metric.of(list, terms);
  const per = metric.per?.(list, terms) ?? 1;
  return value === null || per === 0 ? null : value / per;
}

function isBounded(metric: Metric, insist: Insist): void {
  for (const list of lists("bounds")) {
    for (const cutoff of cutoffs) {
      const value = userValue(metric, list, termsWith(cutoff, { gain: "binary" }));
      const holds =
        value === null || (value >= 0 && value <= (metric.most ?? Infinity) * (1 + 1e-12));
      insist(holds, "leaves its bounds", { value, cutoff });
    }
  }
}

function rises(metric: Metric, insist: Insist): void {
  for (const list of lists("order")) {
    for (let i = 1; i < list.grades.length; i++) {
      const [above = 0, below = 0] = [list.grades[i - 1], list.grades[i]];
      if (below <= above) continue;
      const swapped = { ...list, grades: list.grades.with(i - 1, below).with(i, above) };
      for (const cutoff of cutoffs) {
        const before = userValue(metric, list, termsWith(cutoff)) ?? 0;
        const after = userValue(metric, swapped, termsWith(cutoff)) ?? 0;
        insist(after >= before - 1e-12, "falls when a better item moves up", {
          before,
          after,
          rank: i + 1,
        });
      }
    }
  }
}

function isCut(metric: Metric, insist: Insist): void {
  for (const list of lists("cutoff")) {
    const cutoff = 3;
    const grades = list.grades.map((grade, i) => (i < cutoff ? grade : 0));
    const items = list.listed?.items.map((item, i) => (i < cutoff ? item : -1));
    const other = { ...list, grades, ...(items && { listed: { items, catalogue } }) };
    const [before, after] = [list, other].map((userList) =>
      userValue(metric, userList, termsWith(cutoff)),
    );
    insist(before === after, "reads below the cutoff", {
      before: before ?? null,
      after: after ?? null,
    });
  }
}

function isEmpty(metric: Metric, insist: Insist): void {
  const labels = Float64Array.of(3, 1, 0);
  const nothing = { grades: empty, labels: empty, tied: null };
  for (const list of [nothing, { ...nothing, labels }]) {
    const value = metric.of(list, termsWith(5));
    const isIdeal = metric.most === null && list.labels.length > 0;
    insist(isIdeal || !value, "finds something in an empty list", { value });
  }
}

/** Every other choice of a setting, and numbers near that of the paper. */
function others(name: SettingName): readonly Partial<Settings>[] {
  const convention = conventions.find((entry) => entry.name === name);
  const choices = convention?.choices.slice(1).map((choice) => choice.name) ?? [];
  const numbers = numberSettings.some((numberSetting) => numberSetting.name === name)
    ? [Number(paper[name]) / 2, Number(paper[name]) + 0.15]
    : [];
  return [...choices, ...numbers].map((value) => ({ [name]: value }));
}

/** Metrics do not know how users and ties are treated. */
const outside: readonly SettingName[] = ["grades", "scores", "ties", "empty", "missing"];

function readsWhatItSays(metric: Metric, insist: Insist): void {
  const names = [...conventions, ...numberSettings].map(({ name }) => name as SettingName);
  const sample = lists("settings", 60);
  const answers = (more: Partial<Settings>): string =>
    JSON.stringify(
      [1, 3, 20].map((cutoff) =>
        sample.map((list) => [
          metric.of(list, termsWith(cutoff, more)),
          metric.per?.(list, termsWith(cutoff, more)),
        ]),
      ),
    );
  for (const name of names.filter((entry) => !outside.includes(entry))) {
    const bases: readonly Partial<Settings>[] = [{}, { gain: "binary" }];
    const moves = bases.some((base) => {
      const usual = answers(base);
      return others(name).some((more) => answers({ ...base, ...more }) !== usual);
    });
    const reads = metric.reads.includes(name);
    insist(moves === reads, reads ? `does not read ${name}` : `reads ${name} unsaid`, {});
  }
}

function isJackknife(metric: Metric, insist: Insist): void {
  const { ofAll } = metric;
  if (ofAll === undefined) return;
  const all = lists("together", 12);
  for (const cutoff of cutoffs) {
    const terms = termsWith(cutoff);
    const { value, without } = ofAll(all, terms);
    const alone = ofAll(all.slice(0, 1), terms).value;
    const single = metric.of(all[0] as UserList, terms);
    insist(alone === single, "of one list alone is another", { alone, single });
    insist(value >= 0 && value <= (metric.most ?? Infinity), "leaves its bounds", {
      value,
    });
    insist(without.length === all.length, "leaves users out", { users: without.length });
    without.forEach((value, user) => {
      const rest = ofAll(all.toSpliced(user, 1), terms).value;
      insist(Math.abs(value - rest) < 1e-12, "is not that without the user", {
        found: value,
        rest,
      });
    });
  }
}

function averagesTies(metric: Metric, insist: Insist): void {
  if (!metric.isLinear) return;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  for (const list of lists("ties").filter(({ grades }) => grades.length >= 4)) {
    const values = orders.map((order) => {
      const grades = list.grades.slice();
      order.forEach((from, to) => {
        grades[to + 1] = list.grades[from + 1] ?? 0;
      });
      return metric.of({ ...list, grades }, termsWith(2)) ?? 0;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / orders.length;
    const tied = Int32Array.from(list.grades, (_, i) => (i > 0 && i < 4 ? 1 : i));
    const averaged = metric.of({ ...list, tied }, termsWith(2)) ?? 0;
    insist(Math.abs(averaged - mean) < 1e-12, "does not average a tie", { averaged, mean });
  }
}
