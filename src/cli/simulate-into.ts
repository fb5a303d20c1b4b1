import { showCount } from "../numeric/show-number.js";
import type { Demo } from "../simulator/index.js";
import type { Session } from "./session.js";

/** How much to simulate, from which seed; without a size, the demonstration's own. */
export interface Size {
  readonly seed: number;
  readonly impressions?: number | undefined;
  readonly users?: number | undefined;
}

export async function simulateInto(output: string, size: Size, session: Session): Promise<Demo> {
  const { simulateDemo } = await session.modules.simulator();
  const { seed, impressions, users } = size;
  const demo = await session.long((onProgress) =>
    simulateDemo({
      seed,
      ...(impressions !== undefined && { impressions }),
      ...(users !== undefined && { users }),
      output: session.path(output),
      signal: session.signal,
      onProgress: ({ rows }) => onProgress({ purpose: "simulating impressions", rows }),
    }),
  );
  session.kept(output);
  const [rows, lists] = [demo.impressions, demo.trajectories].map(showCount);
  session.say(`simulated ${rows} impressions in ${lists} trajectories into ${output}`);
  return demo;
}
