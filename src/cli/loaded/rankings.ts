export {
  concludeRanking,
  labelsOf,
  planRanking,
  readLinesFile,
  scoreLines,
} from "../../rankings/index.js";
