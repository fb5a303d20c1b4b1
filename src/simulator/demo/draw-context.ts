import { exp } from "../../numeric/index.js";
import type { Random } from "../../random/index.js";
import type { Stage } from "./stage.js";
import type { Stories } from "./stories.js";
import type { Visitor } from "./visitor.js";
import type { DemoWorld } from "./world.js";

/**
 * Fills the stage with a session's candidates and what each would earn: stories drawn without
 * replacement, first among those that the logger can retrieve, then among those that it cannot.
 */
export function drawContext(
  stage: Stage,
  world: DemoWorld,
  stories: Stories,
  visitor: Visitor,
): void {
  const known = world.catalogue.stories - world.catalogue.unseen;
  drawStories(stage.story, 0, stage.shown / 2, 0, known, visitor.context);
  drawStories(
    stage.story,
    stage.shown / 2,
    stage.pool / 2,
    known,
    world.catalogue.unseen,
    visitor.context,
  );
  for (let at = 0; at < stage.story.length; at++) judge(stage, at, world, stories, visitor);
}

/** Rejection needs few tries: lists are short compared with the catalogue, or tiny. */
function drawStories(
  into: Int32Array,
  start: number,
  end: number,
  first: number,
  count: number,
  random: Random,
): void {
  for (let at = start; at < end; ) {
    const story = first + random.integer(count);
    let fresh = true;
    for (let before = start; before < at && fresh; before++) fresh = into[before] !== story;
    if (fresh) into[at++] = story;
  }
}

function judge(
  stage: Stage,
  at: number,
  world: DemoWorld,
  stories: Stories,
  visitor: Visitor,
): void {
  const story = stage.story[at] as number;
  const taste = visitor.taste[stories.topic[story] as number] as number;
  const relevance = (stories.quality[story] as number) + taste;
  const seconds = stories.seconds[story] as number;
  const watch = 1 / (1 + exp(-(world.rewards.watch + visitor.level + relevance)));
  stage.relevance[at] = relevance;
  stage.likeChance[at] = 1 / (1 + exp(-(world.rewards.like + visitor.level + relevance)));
  stage.watchChance[at] = watch;
  stage.meanSeconds[at] = seconds;
  stage.watchValue[at] = watch * seconds;
}
