/** Words of the field and of this project, with what they mean here; links are relative to the folder docs. */
export const glossary: Readonly<Record<string, string>> = {
  baseline: "the policy that the others are compared with; `logged` unless the study names another",
  candidate:
    "a policy that might replace the baseline. Also, of a list: an item that a policy could have shown",
  censored:
    "the end of a trajectory was not observed: the log was cut, or the session was still open",
  cluster:
    "the users, or groups of them, whose trajectories may be alike: standard errors count these, not rows",
  curve:
    "the chance that the item at a rank is viewed: position bias, from 1 at the first rank down",
  "cut-off": "the last rank that is ever viewed",
  danger: "a way in which a log can mislead a verdict, with what it would take to flip the call",
  decides: "said of the estimator whose difference a verdict rests on",
  estimand: "what is estimated: reward per trajectory, or per impression",
  exposure:
    "the chance that an item is viewed under a policy, where that is known instead of a rank",
  feed: "a surface with its own lists (home, search); each feed has its own results and may have its own curve",
  fold: "to keep sums by groups of users in a tally, not a row a user (of 5 users or more where there are enough); a saved tally is folded unless `--keep-users=personal-data` says otherwise",
  impression: "a row of the log: an item that was viewed",
  lift: "the difference in percent of what the baseline earns",
  line: "one candidate, reward and feed: what a verdict is about",
  logged: "the policy, or the mixture of policies, that wrote the log",
  logger: "a policy that wrote some rows of a log with several (`loggingPolicy`)",
  offered:
    "an item of a list, viewed or not; see [recipes](recipes.md#every-offered-row-is-logged)",
  online: "what a policy really earned where it ran, in an A/B test",
  propensity: "the probability with which the logging policy put an item where it was shown",
  qhat: "the estimated chance of the reward once an item is viewed; by default the reward divided by the curve",
  reward: "what the platform gains: a click, a purchase, seconds watched",
  score: "a number such as nDCG that orders policies and is not a reward",
  support: "the part of a candidate's views that is of items which the log holds",
  tally: "the sums of a log, saved; tallies of several days add up to that of all of them",
  "target rank": "the rank at which a candidate would show the item of a row",
  trajectory: "one list that one user went down: a session, a request, a page",
  verdict: "*better*, *worse*, *cannot tell* or *do not trust*, with its reason",
  withheld:
    "said of a number that is computed and is not an answer: the reason stands in its place, null in the JSON, and the number under the key `withheld`",
};
