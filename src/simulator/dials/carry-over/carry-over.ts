import { topicOf, type Visit } from "../../visit.js";
import type { Dial } from "../dial.js";

/** Users tire of topics that they have seen before. */
export const carryOver: Dial = {
  name: "carryOver",
  purpose:
    "Users tire of topics that they have seen before: a reward's chance falls with what was viewed in earlier sessions.",
  assumption: "Trajectories do not depend on each other.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.9,
  moves: "values",
  steps: (value) => ({
    remembers: true,
    chance: (q, visit) =>
      q * (1 - value * (visit.person.memory[topicOf(visit, visit.candidate)] as number)),
    after: remember,
  }),
};

/** Half of what was not yet remembered of a topic, with each view; a tenth fades from one trajectory to the next. */
function remember(visit: Visit): void {
  const { memory } = visit.person;
  for (let topic = 0; topic < memory.length; topic++) {
    memory[topic] = 0.9 * (memory[topic] as number);
  }
  for (let at = 0; at < visit.depth; at++) {
    const topic = topicOf(visit, visit.shown.list[at] as number);
    memory[topic] = 0.5 * (1 + (memory[topic] as number));
  }
}
