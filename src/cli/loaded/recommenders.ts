export {
  compareOnThreads,
  figureTwo,
  figureTwoSplit,
  readRatingsFile,
} from "../../recommenders/index.js";
