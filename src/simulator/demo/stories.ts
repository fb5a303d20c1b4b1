import { createRandom } from "../../random/index.js";
import type { DemoWorld } from "./world.js";

/** The drawn catalogue, by story: what it is about, how good it is and what the logger believes. */
export interface Stories {
  readonly topic: Int32Array;
  readonly quality: Float64Array;
  /** The logger's error about the story, the same in every session. */
  readonly modelError: Float64Array;
  /** Mean seconds of a story that is watched. */
  readonly seconds: Float64Array;
}

/** Draws a world's stories from the catalogue's own seed. */
export function drawStories({ catalogue, rewards, logger }: DemoWorld): Stories {
  const random = createRandom(catalogue.seed).fork("stories");
  const n = catalogue.stories;
  const known = n - catalogue.unseen;
  const lift = (story: number): number => (story < known ? 0 : catalogue.unseenLift);
  return {
    topic: Int32Array.from({ length: n }, () => random.integer(catalogue.topics)),
    quality: Float64Array.from(
      { length: n },
      (_, story) => lift(story) + rewards.quality * random.normal(),
    ),
    modelError: Float64Array.from({ length: n }, () => logger.modelError * random.normal()),
    seconds: Float64Array.from({ length: n }, () => rewards.seconds * (0.5 + random.next())),
  };
}
