import { createRandom } from "../../../random/index.js";
import { given, type Split, type SplitParameter } from "../split.js";

const parameters: readonly SplitParameter[] = [
  { name: "share", purpose: "how likely an interaction is learnt from", default: 0.8 },
  { name: "seed", purpose: "the source of chance", default: 1 },
];

/** Every interaction by itself, whoever its user is. */
export const random: Split = {
  name: "random",
  purpose: "every interaction by chance",
  reference: "Cremonesi, Koren and Turrin (RecSys 2010), §3",
  parameters,
  learnt(all, values) {
    const share = given({ parameters }, values, "share");
    const chance = createRandom(`random split ${given({ parameters }, values, "seed")}`);
    return Uint8Array.from(all.user, () => (chance.next() < share ? 1 : 0));
  },
};
