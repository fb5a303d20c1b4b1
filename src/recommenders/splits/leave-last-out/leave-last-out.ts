import { given, historiesOf, type Split, type SplitParameter } from "../split.js";

const parameters: readonly SplitParameter[] = [
  { name: "count", purpose: "how many of each user's latest items are held out", default: 1 },
];

/** All but the latest items of every user; of equal times the later line is the later one. */
export const leaveLastOut: Split = {
  name: "leaveLastOut",
  purpose: "all but every user's latest items",
  reference: "Rendle et al. (UAI 2009), §6",
  parameters,
  learnt(all, values) {
    const count = given({ parameters }, values, "count");
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
