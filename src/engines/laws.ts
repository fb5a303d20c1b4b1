import { failureLaws } from "./laws/failures.js";
import type { EngineLaw } from "./laws/law.js";
import { randomTextLaws } from "./laws/random-texts.js";
import { relationLaws } from "./laws/relations.js";
import { stoppingLaws } from "./laws/stopping.js";
import { textLaws } from "./laws/texts.js";
import { valueLaws } from "./laws/values.js";

export type { Ability, ConnectOptions, EngineLaw, EngineRunner } from "./laws/law.js";

export const engineLaws: readonly EngineLaw[] = [
  ...valueLaws,
  ...textLaws,
  ...randomTextLaws,
  ...relationLaws,
  ...failureLaws,
  ...stoppingLaws,
];
