export {
  knownAnswers,
  presetWorld,
  simulateDemo,
  writeWorldFolder,
} from "../../simulator/index.js";
