/** Reason codes of what is compared with online results (`src/agreement`), each with what it means. */
export const agreementCodes = {
  tooFewPairs: "There are too few pairs of an online and an offline result.",
  noVariation: "The results on one side are all equal.",
  onlyNoise: "Online results differ by no more than their own errors.",
  noOnline: "The study names no online results.",
  onlineColumn: "A table of online results lacks a column.",
  onlineRows: "A table of online results holds a row that cannot be read.",
  onlinePolicy: "Online results name a policy that the study does not have.",
  onlineReward: "Online results name a reward that the study does not have.",
  onlineFeed: "Online results name a feed that the log does not have.",
  onlineDay: "Online results name a day that the log does not have.",
  onlineRepeated: "Online results hold one result twice.",
  onlineUnit: "Online results are of another unit than the offline ones.",
  onlineWithoutControl: "Without the baseline's online results there is no online difference.",
  fewDays: "A correlation over days needs three days or more.",
  effectiveDays: "Days that follow each other are alike, so that fewer count.",
  sharedLog: "Online and offline results come from one log.",
} as const;
