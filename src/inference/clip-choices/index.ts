import type { ClipChoice } from "./clip-choice.js";
import { plugIn } from "./plug-in/plug-in.js";
import { slope } from "./slope/slope.js";
import { slopePlusPlus } from "./slope-plus-plus/slope-plus-plus.js";

/** Every rule to choose a clip, the one of a caller that names none first. */
export const clipChoices: readonly ClipChoice[] = [slopePlusPlus, slope, plugIn];
