import { choiceOf } from "../../conventions/index.js";
import type { Metric } from "../metric.js";
import { relevantLabels } from "../parts.js";

/** Average precision: the precision at every relevant item, summed and divided by the relevant items. */
export const map: Metric = {
  name: "MAP",
  aliases: ["AP"],
  purpose: "the mean precision at the ranks of relevant items",
  reference: "Buckley and Voorhees (SIGIR 2000)",
  reads: ["relevant", "recallBy"],
  isLinear: false,
  most: 1,
  of(list, { settings, cutoff }) {
    const relevant = relevantLabels(list, settings);
    if (relevant === 0) return null;
    let [found, sum] = [0, 0];
    for (let i = 0; i < list.grades.length && i < cutoff; i++) {
      if (!((list.grades[i] ?? 0) >= settings.relevant)) continue;
      found += 1;
      sum += found / (i + 1);
    }
    return sum / choiceOf("recallBy", settings.recallBy).of(cutoff, relevant);
  },
};
