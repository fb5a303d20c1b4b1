import { createRandom } from "../../random/create-random.js";
import { shuffleByMt19937 } from "../../random/mt19937.js";
import { valueIn } from "../parameter.js";
import { historiesOf, type Split } from "./split.js";

/**
 * A share of every user's items, rounded up, drawn by numpy's generator with the seed of the user: RecPack's
 * WeakGeneralization, to the last user. The user's number is the order of first appearance.
 */
export const weakGeneralisation: Split = {
  name: "weakGeneralisation",
  purpose: "a random share of every user's items",
  reference: "Michiels, Verachtert and Goethals (RecSys 2022); numpy's RandomState",
  parameters: [
    { name: "share", purpose: "the share of each user's items used for training", default: 0.5 },
    { name: "seed", purpose: "user u is shuffled by seed + u", default: 0 },
  ],
  training(all, values) {
    const [share, seed] = ["share", "seed"].map((name) =>
      valueIn(weakGeneralisation, values, name),
    );
    const isLearnt = new Uint8Array(all.user.length);
    for (const [user, history] of historiesOf(all).entries()) {
      const shuffled = history.slice();
      shuffleByMt19937(shuffled, (seed ?? 0) + user);
      const cut = Math.ceil(shuffled.length * (share ?? 0));
      for (const at of shuffled.subarray(0, cut)) isLearnt[at] = 1;
    }
    return isLearnt;
  },
};

/** All but the latest items of every user; of equal times the later line is the later one. */
export const leaveLastOut: Split = {
  name: "leaveLastOut",
  purpose: "all but every user's latest items",
  reference: "Rendle et al. (UAI 2009), §6",
  parameters: [
    { name: "count", purpose: "how many of each user's latest items are held out", default: 1 },
  ],
  training(all, values) {
    const count = valueIn(leaveLastOut, values, "count");
    const isLearnt = new Uint8Array(all.user.length).fill(1);
    for (const history of historiesOf(all)) {
      const byTime = history
        .slice()
        .sort((a, b) => (all.time[a] ?? 0) - (all.time[b] ?? 0) || a - b);
      for (const at of byTime.subarray(Math.max(1, byTime.length - count))) isLearnt[at] = 0;
    }
    return isLearnt;
  },
};

/** Every interaction by itself, whoever its user is. */
export const random: Split = {
  name: "random",
  purpose: "every interaction by chance",
  reference: "Cremonesi, Koren and Turrin (RecSys 2010), §3",
  parameters: [
    {
      name: "share",
      purpose: "the probability that an interaction is used for training",
      default: 0.8,
    },
    { name: "seed", purpose: "the source of chance", default: 1 },
  ],
  training(all, values) {
    const share = valueIn(random, values, "share");
    const chance = createRandom(`random split ${valueIn(random, values, "seed")}`);
    return Uint8Array.from(all.user, () => (chance.next() < share ? 1 : 0));
  },
};

/** What came before one moment, the same for all users; the moment itself belongs to what is held out. */
export const temporal: Split = {
  name: "temporal",
  purpose: "what came before one moment",
  reference: "Ji et al. (TOIS 2023), §3",
  parameters: [
    {
      name: "share",
      purpose: "the share of all interactions that comes before the cut",
      default: 0.8,
    },
  ],
  training(all, values) {
    const share = valueIn(temporal, values, "share");
    const times = Float64Array.from(all.time).sort();
    const moment = times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
    return Uint8Array.from(all.time, (time) => (time < moment ? 1 : 0));
  },
};
