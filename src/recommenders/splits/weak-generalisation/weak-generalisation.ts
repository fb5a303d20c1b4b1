import { shuffleByMt19937 } from "../../../random/mt19937.js";
import { given, historiesOf, type Split, type SplitParameter } from "../split.js";

const parameters: readonly SplitParameter[] = [
  { name: "share", purpose: "the share of each user's items that is learnt from", default: 0.5 },
  { name: "seed", purpose: "user u is shuffled by seed + u", default: 0 },
];

/**
 * A share of every user's items, rounded up, drawn by numpy's generator with the seed of the user: RecPack's
 * WeakGeneralization, to the last user. The user's number is the order of first appearance.
 */
export const weakGeneralisation: Split = {
  name: "weakGeneralisation",
  purpose: "a random share of every user's items",
  reference: "Michiels, Verachtert and Goethals (RecSys 2022); numpy's RandomState",
  parameters,
  learnt(all, values) {
    const [share, seed] = ["share", "seed"].map((name) => given({ parameters }, values, name));
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
