import { given, type Split, type SplitParameter } from "../split.js";

const parameters: readonly SplitParameter[] = [
  {
    name: "share",
    purpose: "the share of all interactions that comes before the cut",
    default: 0.8,
  },
];

/** What came before one moment, the same for all users; the moment itself belongs to what is held out. */
export const temporal: Split = {
  name: "temporal",
  purpose: "what came before one moment",
  reference: "Ji et al. (TOIS 2023), §3",
  parameters,
  learnt(all, values) {
    const share = given({ parameters }, values, "share");
    const times = Float64Array.from(all.time).sort();
    const moment = times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
    return Uint8Array.from(all.time, (time) => (time < moment ? 1 : 0));
  },
};
