import { agreementCodes } from "./agreement-codes.js";
import { candidateCodes } from "./candidate-codes.js";
import { estimatorCodes } from "./estimator-codes.js";
import { rankingCodes } from "./ranking-codes.js";
import { verdictCodes } from "./verdict-codes.js";

// Reason codes: stable names that programs may compare, each with what it means. The sentence that is
// printed stands where the reason is made; docs/codes.md is written from these tables.

const study = {
  syntax: "The study is not valid YAML or JSON.",
  duplicateKey: "A key occurs twice in one section of the study.",
  unknownKey: "The study has a key that is not known.",
  missingKey: "A key that is needed is not given.",
  invalidValue: "A value of the study is of the wrong type or out of its range.",
  invalidName: "A name of a policy or reward cannot be used.",
  reservedName: "A policy has the name of the logging policy, which is reserved.",
  duplicateName: "Two rewards or policies have one name.",
  unknownName: "No estimator has that name.",
  unknownCurve: "No position-bias curve has that name.",
  unknownFitter: "No model that can be fitted has that name.",
  unknownDialect: "No SQL dialect has that name.",
  unknownEngine: "No engine has that name.",
  notOneSelect: "The SQL of a source is not one statement that reads.",
  functionRefused: "The SQL of a source calls a function that may do more than read and compute.",
  unknownAsk: "Statements can be printed for evaluate, what-if, fit and check only.",
  saltPrinted: "A printed statement would show the salt of the study.",
  engineOption: "The engine does not have that option, or lacks one that it needs.",
  parameter: "A parameter of an estimator or curve is out of its range.",
  notListed: "A name refers to something that the study does not list.",
  mayNotDecide: "An estimator that does not estimate the reward cannot decide.",
  baseline: "The baseline is not a policy of the study.",
  gate: "A gate names a policy or reward that the result does not have.",
  squeezedRanks: "Target ranks were taken among the viewed items.",
  input: "A study and a log were both given.",
  flag: "A flag's value is not what the flag expects.",
  unknownCode: "No reason has that code.",
  missingRole: "A command needs a column that no flag names.",
  output: "An output file cannot be written.",
  diskFull: "The disk, or a quota or limit, has no room for an output file.",
  pageScript: "The script of a page that answers again is not built.",
  notResult: "The file is not a result of evaluate.",
  unreadableResult: "A file of a result lacks a field or has one of the wrong type.",
  fold: "A tally cannot be folded to that number of buckets.",
} as const;

const log = {
  columnMissing: "The source has no column of that name.",
  columnType: "A column's type does not fit its role.",
  columnUnsupported: "The dialect cannot read a column of that type.",
  itemMissing: "Ranks by score need the role item, which the study does not name.",
  tableMissing: "The engine has no table of that name.",
  mixedFormats: "The files of one source are of several formats.",
  unknownFormat: "A file's ending names no format that can be read.",
  sourceUnsupported: "The engine cannot read a source of that kind.",
  noTable: "The source is not a table.",
  headerMissing: "The first line of a CSV file looks like its data.",
  joinKeyType: "A key of a joined table has another type than that of the log.",
  joinClash: "A joined table brings a column whose name the log has already.",
  joinRepeatedKey: "Several rows of a joined table have the same key.",
  joinMatchesNothing: "(Nearly) nothing of the log and of a joined table has a key of the other.",
  rowsGone: "The study names rows in memory that are not there any more.",
  fileMissing: "A file of the source does not exist.",
  fileUnreadable: "A file of the source is damaged, of another format, or may not be read.",
  valueUnreadable: "A value of the source cannot be read as its column's type.",
  emptyLog: "The log has no row.",
  nothingLeft: "No row is left after invalid trajectories were excluded.",
  rankInvalid: "A displayed rank is NULL, not whole or below 1.",
  targetRankInvalid: "A target rank is not whole or below 1.",
  rankBeyondList: "A displayed rank is larger than the list's length.",
  rewardMissing: "A reward is NULL.",
  rewardRenamed: "A reward ends on a day from which another column has values.",
  rewardNotFinite: "A reward is not a finite number.",
  censoredInvalid: "A flag of censoring is neither true nor false.",
  loggingExposureInvalid: "A logged exposure is not in (0, 1].",
  samplingInvalid: "A probability of sampling is not in (0, 1].",
  targetExposureInvalid: "A target exposure is not in [0, 1].",
  predictionInvalid: "A predicted reward is NULL or not a finite number.",
  viewedInvalid: "A flag of views is neither 0 nor 1.",
  viewsUnknown: "The log holds offered rows and does not say which of them were viewed.",
  showsInvalid: "The number of items that a policy shows is not a whole number of 1 or more.",
  viewsInvalid: "The expected views of a policy are not a number of 0 or more.",
  trajectoryMissing: "A trajectory's key is NULL.",
  userMissing: "A user is NULL.",
  anonymousUsers: "Rows have no user, and each of their trajectories counts as a user of its own.",
  feedMissing: "A feed is NULL.",
  loggerMissing: "A logging policy is NULL.",
  loggerUnknown: "The log holds a logging policy that the study does not name.",
  loggerAbsent: "A logging policy did not run on a day on which others did.",
  mixtureInvalid: "A row was shown that no logging policy of the study would have shown.",
  dayMissing: "A day is NULL.",
  dayNotNamed: "A study names no day, without which some checks cannot run.",
  dayInvalid: "A day cannot be read as a date.",
  dayAmbiguous: "Days can be read with the month or the day of the month first.",
  feedReserved: "A feed has the name that stands for all feeds.",
  tooManyStrata: "A column that splits results has too many values.",
  tooManyCells: "Strata times buckets are more cells than a tally may have.",
  duplicateRank: "A trajectory holds a displayed rank twice.",
  duplicateTargetRank: "A trajectory holds a target rank twice.",
  severalUsers: "A trajectory has rows of several users.",
  severalDays: "A trajectory has rows of several days.",
  severalRates: "A trajectory has rows that were kept with several probabilities.",
  severalLoggers: "A trajectory has rows of several logging policies.",
  firstRankMissing: "A declared structure needs one row of displayed rank 1 in each trajectory.",
  emptySample: "The sample of trajectories is empty, so the structure cannot be checked.",
  severalFeeds:
    "Trajectories are in several feeds; the sentence says whether rows over all feeds count each once or in every feed.",
  someDays: "A result is of some days of its tally; what checks read is of all.",
  noSuchDays: "Days were chosen that the tally does not have, or does not keep apart.",
  trendOfDays: "The difference rises or falls over the days of the log.",
  trajectoriesSpanDays: "Trajectories run over midnight and count on their first day.",
  trajectoriesOverFitDays: "Trajectories cross an edge of the days that the curve is fitted on.",
  unmatchedRows: "Rows of the log have no match in a joined table.",
  unscoredRows:
    "Viewed items have no rank or score in a policy's candidates, and count as not shown by it.",
  excludedTrajectories: "Trajectories with invalid rows were excluded.",
  listLengthUnknown: "Lengths of lists are not known, so every end counts as seen.",
  targetRankMissing: "A policy's target ranks are NULL in every row.",
  targetBeyondList: "Target ranks lie beyond the end of the list, where nothing is shown.",
  samplingVaries:
    "Trajectories were kept with several probabilities, and verdicts are not checked.",
  rankedAmongViewed: "A policy's ranks were taken among the viewed items by score.",
  hashUnknown: "The engine's own hash is not known, so it cannot assign buckets.",
  logChanged: "The log changed while it was read.",
} as const;

const curves = {
  firstNotOne: "A table of probabilities does not begin with 1.",
  cutoffBeyondTable: "The cut-off lies beyond the table.",
  endlessCurve: "The curve needs a cut-off, since its expected number of views diverges.",
  ranksTooDeep: "Ranks are deeper than curves are tabulated.",
  rankBeyondCurve: "A target rank lies beyond the curve's table.",
  rankBeyondCutoff: "A viewed rank lies beyond the curve's cut-off.",
  censoredContradictsRanks: "A flag of censoring contradicts the viewed ranks.",
  viewsMissing: "A rank has no view though deeper ranks have.",
  viewsBeyondCutoff: "Trajectories went on beyond the cut-off.",
  noTransitions: "No trajectory was seen to go on or to stop.",
  noStops: "No trajectory was seen to stop.",
  allStopAtRankOne: "All trajectories stop at rank 1.",
  whatIfSampled: "Other curves are not tried on a log of which a part was kept.",
  ranksNotLinked: "No items link two ranks, so that clicks do not tell how often each is viewed.",
  noMaximum: "The likelihood has no maximum in the parameter's range.",
  noCurvature: "The likelihood is flat at the fit.",
  curveUnderflows: "The fitted tail is too thin to be computed with.",
  moreStopsThanViews: "More trajectories stopped at a rank than viewed it.",
  moreViewsThanArrived: "More trajectories viewed a rank than reached it.",
  lengthsDiffer: "Columns of depths have different lengths.",
  depthNotARank: "A depth is not a rank.",
  notACount: "A count is not a whole number.",
  notAFlag: "A flag is neither 0 nor 1.",
  otherClusters: "The clusters do not add up to the transitions of the fit.",
  otherTransitions: "A table and its tail were fitted on different transitions.",
  noTail: "The tail is not a parametric fit with a standard error.",
  spliceOfNoTable: "A tail continues a measured table only.",
  spliceRanks: "The tail begins or ends at a rank where it cannot.",
  tailNotParametric: "The tail is not a parametric model.",
  tailWithoutTable: "A tail is given for a model that is not a table.",
  afterBeyondTable: "The tail would begin beyond the measured ranks.",
  beyondSupport: "Views lie beyond the last rank with enough of them.",
  beyondTable: "A result needs the curve beyond its last measured rank.",
  thinRanks: "Deep ranks have few views.",
  noDayLeft: "No day of the log is in the range to fit on.",
  nothingToLearn: "A feed has no trajectory to fit a curve on.",
  feedWithoutCurve: "The file of curves has none for a feed of the log.",
  curveHash: "The curve was fitted on users who are hashed by another key.",
  unreadable: "A file of curves cannot be read.",
  unreadableFit: "A file of curves lacks a field or has one of the wrong type.",
  editedFit: "The parameters of a fit were changed by hand.",
  tooFewFolds: "Cross-validation needs two folds or more.",
  nothingHeldOut: "No transition was held out.",
  forbidden: "A transition held out is impossible under the fitted curve.",
  noFreedom: "No degree of freedom is left for the test of fit.",
  noModel: "No model can be recommended.",
  best: "The model fits best.",
  simplerWithinNoise: "A simpler model fits as well within the noise.",
  tooThin: "A day has too few views to compare its curve.",
  thinDay: "A day has too few transitions to test drift.",
  tooFewDays: "There are too few days to test drift.",
  noEstimate: "The model has no estimate on that day.",
  needsTheLog: "Another curve's result needs sums that the tally does not hold.",
  notAsked: "Only the deciding estimator is computed under other curves.",
} as const;

const tallies = {
  noTally: "The file is not a tally.",
  tallyFile: "A file of a tally cannot be read or written.",
  tallyTwice: "One saved tally was named twice.",
  tallyMismatch: "The tallies hold sums of different things.",
  tallyStudies: "The tallies are of studies that differ.",
  tallyClusters: "The tallies cluster by different keys.",
  tallyHash: "The tallies hash their clusters differently.",
  tallyCurves: "The tallies each fitted a curve on their own log.",
  tallyOnline: "The tallies hold different online results.",
  onlineWithoutFeed: "Online values need a feed where results are by feed.",
} as const;

const engines = {
  engineFailed: "The engine failed.",
  engineClosed: "The engine is closed.",
  internal: "A promise of our own code is broken: please report it.",
  cancelled: "The query was cancelled.",
  queryTimeout: "The query exceeded its time limit.",
  networkFailed: "The engine or the source cannot be reached.",
  tlsFailed: "No trusted TLS connection was made.",
  notHttp: "The server does not speak HTTP.",
  accessDenied: "The user lacks a right.",
  loginFailed: "The server refused the user or the password.",
  quotaSpent: "The user's quota is spent.",
  serverBusy: "The server runs too many queries.",
  serverGone: "The server ended.",
  serverTooOld: "The server is too old.",
  sessionLost: "The server lost the session.",
  settingsRefused: "The server refuses settings that the query needs.",
  statementRefused: "The engine refused a statement.",
  textUnreadable: "A text of the source is not valid UTF-8.",
  resultIncomplete: "A file of results lacks rows or columns.",
  resultChanged: "A file of results changed while it was read.",
  groupTwice: "A result holds two rows for one group.",
  nullInResult: "A result holds NULL where a number must stand.",
  extensionMissing: "An extension of the engine is missing.",
  clientMissing: "The engine's client is not installed.",
  outOfMemory: "The engine ran out of memory.",
  resultsDiffer: "Files of results hold the statement's result differently.",
  noResults: "No file matches the name of the results.",
  notAResult: "A file does not hold results of printed statements.",
  programFailed: "The program that --exec names did not give the result of a statement.",
  keptByOthers: "A folder of kept results may have been written by others.",
  sumsMissing: "Results of some statements are missing.",
} as const;

const simulator = {
  world: "The simulated world cannot be made.",
  truthUnreadable: "The known answers that the study names cannot be read.",
  seed: "The seed is not a whole number.",
  size: "A size is out of its range.",
  depthCurve: "A curve of depths has no parameters, does not begin at 1, or rises.",
} as const;

/** The codes by what they are about. */
export const codeSections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "The study, the command line and calls from TypeScript": study,
  "Columns, sources and rows of the log": log,
  "Candidates and lists": candidateCodes,
  Estimators: estimatorCodes,
  "Verdicts, diagnostics and warnings": verdictCodes,
  "Position-bias curves and their fits": curves,
  Tallies: tallies,
  Engines: engines,
  "Offline against online": agreementCodes,
  "Rankings, runs and labels": rankingCodes,
  "The simulator": simulator,
};

type KnownCode =
  | keyof typeof study
  | keyof typeof log
  | keyof typeof candidateCodes
  | keyof typeof estimatorCodes
  | keyof typeof verdictCodes
  | keyof typeof curves
  | keyof typeof tallies
  | keyof typeof engines
  | keyof typeof agreementCodes
  | keyof typeof rankingCodes
  | keyof typeof simulator;

/** A code of the tables, or one of a member from outside, which begins with `own:`. */
export type ReasonCode = KnownCode | `own:${string}`;

/** Whether a value is a reason code. */
export const isReasonCode = (value: unknown): value is ReasonCode =>
  typeof value === "string" &&
  (value.startsWith("own:") ||
    Object.values(codeSections).some((section) => Object.hasOwn(section, value)));
