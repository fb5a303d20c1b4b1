type Agreement = typeof import("../agreement/index.js");
type Evaluate = typeof import("../evaluate/index.js");
type Planning = typeof import("../planning/index.js");
type Paper = typeof import("../paper/index.js");
type Rankings = typeof import("../rankings/index.js");
type Recommenders = typeof import("../recommenders/index.js");
type Simulator = typeof import("../simulator/index.js");
type StudyModule = typeof import("../study/index.js");
type TallyModule = typeof import("../tally/index.js");

/** What commands call of the rest of the house, loaded when it is first called for. */
export interface Modules {
  readonly agreement: () => Promise<
    Pick<Agreement, "compareOnline" | "trackRecord" | "withOnlineTable">
  >;
  readonly evaluate: () => Promise<
    Pick<
      Evaluate,
      | "addTallies"
      | "askNames"
      | "check"
      | "conclude"
      | "dialectNames"
      | "fitLog"
      | "gateExitCode"
      | "printStatements"
      | "proposeLog"
      | "readTally"
      | "takeTally"
      | "withEngine"
      | "withKeptResults"
    >
  >;
  readonly planning: () => Promise<Pick<Planning, "planOf">>;
  readonly paper: () => Promise<Pick<Paper, "figure1" | "table1" | "table2">>;
  readonly rankings: () => Promise<
    Pick<Rankings, "concludeRanking" | "labelsOf" | "planRanking" | "readLinesFile" | "scoreLines">
  >;
  readonly recommenders: () => Promise<
    Pick<Recommenders, "compareOnThreads" | "figureTwo" | "figureTwoSplit" | "readRatingsFile">
  >;
  readonly simulator: () => Promise<
    Pick<Simulator, "knownAnswers" | "presetWorld" | "simulateDemo" | "writeWorldFolder">
  >;
  readonly study: () => Promise<Pick<StudyModule, "readStudyFile">>;
  readonly tally: () => Promise<
    Pick<
      TallyModule,
      "foldTally" | "groupUsers" | "isSamePart" | "partsOf" | "saveTally" | "withoutOrder"
    >
  >;
}

export const modules: Modules = {
  agreement: () => import("../agreement/index.js"),
  evaluate: () => import("../evaluate/index.js"),
  planning: () => import("../planning/index.js"),
  paper: () => import("../paper/index.js"),
  rankings: () => import("../rankings/index.js"),
  recommenders: () => import("../recommenders/index.js"),
  simulator: () => import("../simulator/index.js"),
  study: () => import("../study/index.js"),
  tally: () => import("../tally/index.js"),
};
