import { expect, it } from "vitest";
import { randomInteractions } from "../../../../test/fixture/random-interactions.js";
import { historiesOf } from "../split.js";
import { leaveLastOut } from "./leave-last-out.js";

it("holds every user's latest items out, and always keeps one", () => {
  const all = { ...randomInteractions("last"), time: new Float64Array(0) };
  const time = Float64Array.from(all.user, (_, at) => (at * 7919) % 101);
  const learnt = leaveLastOut.learnt({ ...all, time }, { count: 2 });
  for (const history of historiesOf(all)) {
    const held = [...history].filter((at) => learnt[at] === 0);
    const kept = [...history].filter((at) => learnt[at] === 1);
    expect(held).toHaveLength(Math.min(2, history.length - 1));
    for (const at of held) {
      for (const other of kept) expect(time[at]).toBeGreaterThanOrEqual(time[other] ?? 0);
    }
  }
});
