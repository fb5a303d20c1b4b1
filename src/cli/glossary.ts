/** Words of the field and of this project, with what they mean here; links are relative to the folder docs. */
export const glossary: Readonly<Record<string, string>> = {
  alternative:
    "another estimate from the same log, which does without an assumption of the estimator that decides; checks compare the two",
  baseline: "the policy that the others are compared with; `logged` unless the study names another",
  better:
    "a verdict: the interval of the difference lies on the good side of 0, and the verdict holds under every check that applies. Next: an A/B test, or a launch behind [a gate](recipes.md#a-gate-in-ci)",
  candidate:
    "a policy that might replace the baseline. Also, of a list: an item that a policy could have shown",
  "cannot tell":
    "a verdict: the interval contains 0, or a check that applies would change the answer. It does not say that both policies earn the same. Next: `hindcast explain` with the code of the reason; [the tutorial](tutorial.md) does so",
  censored:
    "the end of a trajectory was not observed: the log was cut, or the session was still open",
  check:
    "a procedure that looks for one threat to validity in the log, and says whether the verdict holds; each has a code, such as `support`",
  clip: "to cap large weights: less variance, some bias. Clipped estimates decide no verdict",
  cluster:
    "the users, or groups of them, whose trajectories may be alike: standard errors count these, not rows. The role `cluster` is another thing: groups of items",
  comparison: "one candidate, reward and feed against the baseline: what a verdict is about",
  curve:
    "the chance that the item at a rank is viewed: position bias, from 1 at the first rank down",
  "cut-off": "the last rank that is ever viewed",
  decides: "said of the estimator whose difference a verdict rests on",
  "do not trust":
    "a verdict: an assumption fails, so that the number is no answer and is withheld. Next: correct what the reason names; `hindcast explain` with its code says how",
  estimand: "what is estimated: reward per trajectory, or per impression",
  exposure:
    "the chance that an item is viewed under a policy, where that is known instead of a rank",
  feed: "a surface with its own lists (home, search); each feed has its own results and may have its own curve",
  fold: "to keep sums by groups of users in a tally, not a row a user (of 5 users or more where there are enough); a saved tally is folded unless `--keep-users=personal-data` says otherwise",
  gate: "`--gate candidate` of `hindcast evaluate`: the exit code is the verdict, for a script or a CI job",
  guardrail:
    "a reward that a candidate need not win, but must be shown not to lose by more than a margin",
  impression: "a row of the log: an item that was viewed",
  interval:
    "the range in which the quantity lies at the stated confidence; those of verdicts hold for all comparisons of a study together",
  level:
    "of intervals: the share of them that hold the quantity, `confidence` in a study; its comparisons share one. Of a test, as in .01: the chance to find what is not there",
  lift: "the difference in percent of what the baseline earns",
  logged: "the policy, or the mixture of policies, that wrote the log",
  logger: "a policy that wrote some rows of a log with several (`loggingPolicy`)",
  "missing support":
    "views of items that the log does not hold, because the logging policy never showed them; also *missing views*",
  offered:
    "an item of a list, viewed or not; see [recipes](recipes.md#every-offered-row-is-logged)",
  online: "what a policy really earned where it ran, in an A/B test",
  policy: "a way to order the items of a list: a model, a version of one, a rule",
  "position bias": "items at high ranks are viewed more, whatever they are; see *curve*",
  propensity: "the probability with which the logging policy put an item where it was shown",
  qhat: "the estimated chance of the reward once an item is viewed; by default the reward divided by the curve",
  reward: "what the platform gains: a click, a purchase, seconds watched",
  score: "a number such as nDCG that orders policies and is not a reward",
  study:
    "a file that says where the log is, what its columns mean and which policies to compare; see [its keys](study.md)",
  support: "the part of a candidate's views that is of items which the log holds",
  tally: "the sums of a log, saved; tallies of several days add up to that of all of them",
  "target rank": "the rank at which a candidate would show the item of a row",
  threat:
    "a way in which a log can mislead a verdict: robots, a new item, a reward that was renamed. A check looks for each",
  trajectory: "one list that one user went down: a session, a request, a page",
  verdict: "*better*, *worse*, *cannot tell* or *do not trust*, with its reason",
  weight:
    "how many views under a candidate a logged view stands for: the chance of the view under the candidate, divided by that under the logging policy",
  withheld:
    "said of a number that is computed and is not an answer: the reason stands in its place, null in the JSON, and the number under the key `withheld`",
  worse:
    "a verdict: the interval of the difference lies on the bad side of 0, and the verdict holds under every check that applies",
};
