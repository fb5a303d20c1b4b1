/** Codes of runs, labels and measures; src/codes.ts lists them with the others. */
export const rankingCodes = {
  measure: "A measure cannot be read, or no metric has that name.",
  conventions: "No set of conventions has that name.",
  missingLabels: "Runs were given without labels.",
  lineInvalid: "A line of a run or of labels cannot be read.",
  duplicateItem: "A run lists, or labels grade, an item of a user twice.",
  duplicateRun: "Two runs have one name.",
  emptyFile: "A run or a file of labels holds no line.",
  fileKind: "A file is not of the form that its ending says.",
  gainTooLarge: "A grade has a gain that a number of 64 bits cannot hold.",
  negativeGrade: "A measure refuses grades below 0.",
  negativesClipped:
    "Grades below 0 bring nothing, and a number would be another if they took away.",
  noSharedUser: "A run and the labels have no user in common.",
  ranksContradict: "The ranks and the scores of a run contradict each other in most lists.",
  ratingsTooFew: "No user is left who has items to learn from and items held out.",
  usersUndefined: "A measure is not defined for users with relevant labels.",
  usersMissing: "A run leaves out users of the labels.",
  usersUnlabelled: "A run lists users of whom there are no labels.",
  usersDiffer: "A measure of all lists together counts other users in one run than in the other.",
  noJackknifeError: "A jackknife over users finds no error of a measure of all lists together.",
  usersWithoutRelevant: "Users have no relevant label.",
} as const;
