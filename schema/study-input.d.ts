// Written by `npm run schema` from the schema of studies.

/** A study as a program writes it: the keys of a study file. */
export interface StudyInput {
  /** For editors; read by nothing else. */
  readonly $schema?: string;
  /** What was logged: which column of the source plays which role. */
  readonly log: {
    /** Files or globs (Parquet, CSV, JSON lines); a table of the engine; an Iceberg table by its path; a query in the dialect of the engine; rows in memory: an array of objects, or an object of columns. */
    readonly source: string | readonly (string)[] | {
      readonly table: string | readonly (string)[];
    } | {
      readonly iceberg: string;
    } | {
      readonly sql: string;
    } | {
      readonly rows: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
    };
    /** Tables whose columns are joined to the rows of the log, by equal keys. */
    readonly join?: readonly ({
      /** The key: roles or columns of the log, each with the column of the joined table where that has another name. */
      readonly on: readonly (string)[] | { readonly [name: string]: string };
      /** The columns that the joined table brings; roles and policies may name them. */
      readonly columns: readonly (string)[] | { readonly [name: string]: string };
      /** Files or globs (Parquet, CSV, JSON lines). */
      readonly files?: string | readonly (string)[];
      /** A table of the engine. */
      readonly table?: string | readonly (string)[];
      /** An Iceberg table by its path. */
      readonly iceberg?: string;
      /** A query in the dialect of the engine. */
      readonly sql?: string;
      /** Rows in memory: an array of objects, or an object of columns. */
      readonly rows?: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
    })[];
    /** A table with a row for each candidate of each trajectory, its columns named as in the log (trajectory, feed, item, what policies and predictions name). */
    readonly candidates?: {
      /** Its column with the displayed rank, null where an item was not displayed. */
      readonly rank?: string;
      /** Its column with the logging policy's exposure. */
      readonly exposure?: string;
      /** Files or globs (Parquet, CSV, JSON lines). */
      readonly files?: string | readonly (string)[];
      /** A table of the engine. */
      readonly table?: string | readonly (string)[];
      /** An Iceberg table by its path. */
      readonly iceberg?: string;
      /** A query in the dialect of the engine. */
      readonly sql?: string;
      /** Rows in memory: an array of objects, or an object of columns. */
      readonly rows?: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
    };
    /** What a trajectory earned: a name of your own and its column, each. */
    readonly rewards: { readonly [name: string]: string | {
      /** The column that holds the reward. */
      readonly column: string;
      /** The reward that a model predicts of the item of the row once it is viewed, for dm, dr and their kin; the model must not have been fitted on the rewards of the same users. Or { fit: itemMean }: it is fitted on the log itself, on the views of other users. */
      readonly prediction?: string | {
        /** The mean reward of the item's views by users of the other folds. */
        readonly fit: "itemMean";
        /** How many views with the mean reward each item is given on top of its own. Default: 20. */
        readonly shrink?: number;
        /** Into how many folds users are put by their hash. Default: 4. */
        readonly folds?: 2 | 4 | 8 | 16;
        /** A column whose value is one in each trajectory: means are then taken of the item in each context. */
        readonly context?: string;
      };
      /** The reward that a model predicts of the slot of the row and all slots below it, given the list down to it, for cascadeDr. Without it: no estimator with rewards to come answers. */
      readonly remaining?: string;
      /** Which direction is good. Default: "higher". */
      readonly better?: "higher" | "lower";
      /** What an absent (NULL) reward counts as. */
      readonly missing?: number;
      /** What a view of an item that the log does not hold earns: at least and at most; or from so many to so many times what views at the edge of the log earn, of which alike is half to one and a half. Without it: up to 10 times the average view, within the range of the reward. */
      readonly unlogged?: "alike" | {
        /** The least that such a view earns. */
        readonly min?: number;
        /** The most that such a view earns. */
        readonly max?: number;
        /** From how many to how many times what views at the edge of the log earn: those that a policy shows and the logging policy nearly did not. */
        readonly times?: readonly (unknown)[];
      };
    } } | readonly (string)[];
    /** The key of a trajectory (a session, a request). Without it: every row is one. */
    readonly trajectory?: string;
    /** The day: dates, timestamps, text such as 2026-11-30 or 30/11/2026, or seconds since 1970. Without it: no results by day. */
    readonly day?: string;
    /** The user; standard errors are clustered by user. Without it: every trajectory is a cluster. */
    readonly user?: string;
    /** The feed; each feed has its own results and may have its own curve. Without it: one feed. */
    readonly feed?: string;
    /** The logging policy that wrote the row, where there were several. logger, its older spelling, is accepted. Without it: one logging policy. */
    readonly loggingPolicy?: string;
    /** The older spelling of loggingPolicy. @deprecated */
    readonly logger?: string;
    /** The item's key. Without it: a policy by score is refused, because ties are broken by item. */
    readonly item?: string;
    /** The cluster of the item (a category, a cell of an embedding), for mips and offCem; verdicts look at what neighbours of one cluster do to each other. Without it: estimators by clusters refuse. */
    readonly cluster?: string;
    /** The displayed rank, counted from 1. Without it: only estimators that use exposures give results. */
    readonly rank?: string;
    /** A column with, or one number for, the positions in the list, viewed or not; no displayed rank may exceed it. Without it: ndcg and pndcg use the curve's cut-off in its place for the ideal of negative rewards. */
    readonly listLength?: string | number;
    /** True (1) where the end of a trajectory was not observed (the log was cut, the session was still open), else false (0). Its deepest view then does not count as a stop. Set it in all rows of the trajectory or only in the deepest one. Without it: every end counts as observed, except at listLength. */
    readonly censored?: string;
    /** True (1) where the item of the row was viewed, false (0) where it was only offered; with rows: offered. Without it: every row is a view; with rows: offered it is not known which ones are. */
    readonly viewed?: string;
    /** The probability, in (0, 1], with which the trajectory of the row was kept, the same in all of its rows; every number then weighs it by the inverse, and describes all trajectories. Without it: every row was kept. */
    readonly sampling?: string;
    /** The probability, in (0, 1], with which the logging policy put the item at its rank, given the items above it, for sips, rips and cascadeDr. Without it: estimators by whole lists refuse. */
    readonly propensity?: string;
    /** The probability, in (0, 1], with which the logging policy put the item at its rank, whatever stood above it, for iips and pseudoInverse. Without it: estimators by placements refuse. */
    readonly placement?: string;
    /** Which policy of the study each value of loggingPolicy stands for: its ranks or exposures must be known for all rows, those of the other logging policies too. */
    readonly loggingPolicies?: { readonly [name: string]: string };
    /** What comes first in days such as 11/02/2026, where either fits every row. */
    readonly dayOrder?: "monthFirst" | "dayFirst";
    /** What a row is: an item that was viewed (the default), or one that was offered, viewed or not. */
    readonly rows?: "viewed" | "offered";
    /** What to do with rows that break a rule, those without a user among them. Without it: they are refused, and a trajectory without a user counts as a user of its own. */
    readonly invalid?: "refuse" | "excludeTrajectories";
    /** Whether the rules of trajectories are checked. Default: "check". */
    readonly structure?: "check" | "sample" | "declared";
    /** The hash that assigns users with text keys to buckets: portable is the same on every engine, native is the engine's own and cheaper. Default: "portable". */
    readonly hash?: "portable" | "native";
    /** How the logging policy exposed items: the position-bias curve, its logged exposures, or both. */
    readonly exposure?: {
      /** The chance that an item at a displayed rank is viewed, given that the first one is. */
      readonly curve?: {
        /** The probabilities themselves, one per rank, as measured or published. */
        readonly model: "table";
        /** p_1 = 1, p_2, …; ranks beyond the last are never viewed. */
        readonly values: readonly (number)[];
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** The same chance of going on at every rank, gamma^(r−1): an exponential tail. */
        readonly model: "geometric";
        /** The chance of going on to the next rank. */
        readonly gamma: number;
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** Scroll depth of Yule–Simon law: the further somebody scrolled, the likelier one more. */
        readonly model: "yuleSimon";
        /** The tail falls like r^−rho; the mean depth, rho/(rho−1), is finite above 1 only. */
        readonly rho: number;
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** A power law of the rank, r^−eta: a heavy tail, common for search results. */
        readonly model: "inverse";
        /** How fast attention falls; 0 is no position bias, 1 the reciprocal rank. */
        readonly eta: number;
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** A logarithmic tail with a free scale, 1/ln(e + alpha·(r−1)). */
        readonly model: "logAlpha";
        /** How deep the first drop is; 0 is no position bias. */
        readonly alpha: number;
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** The discount of classic DCG, 1/log2(r+1), read as a chance of being viewed. */
        readonly model: "log2";
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** p_1 = 1, p_2, …; ranks beyond the last are never viewed. */
        readonly table: readonly (number)[];
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
      } | {
        /** The model that is fitted to how deep trajectories went; auto: the one that cross-validation recommends. */
        readonly fit: "table" | "geometric" | "yuleSimon" | "inverse" | "logAlpha" | "auto";
        /** For fit: table: the model that continues it where views are few. */
        readonly tail?: "geometric" | "yuleSimon" | "inverse" | "logAlpha";
        /** The rank after which the tail begins; default: the last with `support` views. */
        readonly after?: number;
        /** The last rank that can be viewed; beyond it the probability is 0. */
        readonly cutoff?: number;
        /** Fewest views at risk that a measured rank of fit: table needs (default 50). */
        readonly support?: number;
      } | {
        /** What `hindcast fit --output` wrote: curves and their doubt. */
        readonly file: string;
      } | {
        readonly byFeed: { readonly [name: string]: {
          /** The probabilities themselves, one per rank, as measured or published. */
          readonly model: "table";
          /** p_1 = 1, p_2, …; ranks beyond the last are never viewed. */
          readonly values: readonly (number)[];
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** The same chance of going on at every rank, gamma^(r−1): an exponential tail. */
          readonly model: "geometric";
          /** The chance of going on to the next rank. */
          readonly gamma: number;
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** Scroll depth of Yule–Simon law: the further somebody scrolled, the likelier one more. */
          readonly model: "yuleSimon";
          /** The tail falls like r^−rho; the mean depth, rho/(rho−1), is finite above 1 only. */
          readonly rho: number;
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** A power law of the rank, r^−eta: a heavy tail, common for search results. */
          readonly model: "inverse";
          /** How fast attention falls; 0 is no position bias, 1 the reciprocal rank. */
          readonly eta: number;
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** A logarithmic tail with a free scale, 1/ln(e + alpha·(r−1)). */
          readonly model: "logAlpha";
          /** How deep the first drop is; 0 is no position bias. */
          readonly alpha: number;
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** The discount of classic DCG, 1/log2(r+1), read as a chance of being viewed. */
          readonly model: "log2";
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** p_1 = 1, p_2, …; ranks beyond the last are never viewed. */
          readonly table: readonly (number)[];
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
        } | {
          /** The model that is fitted to how deep trajectories went; auto: the one that cross-validation recommends. */
          readonly fit: "table" | "geometric" | "yuleSimon" | "inverse" | "logAlpha" | "auto";
          /** For fit: table: the model that continues it where views are few. */
          readonly tail?: "geometric" | "yuleSimon" | "inverse" | "logAlpha";
          /** The rank after which the tail begins; default: the last with `support` views. */
          readonly after?: number;
          /** The last rank that can be viewed; beyond it the probability is 0. */
          readonly cutoff?: number;
          /** Fewest views at risk that a measured rank of fit: table needs (default 50). */
          readonly support?: number;
        } | {
          /** What `hindcast fit --output` wrote: curves and their doubt. */
          readonly file: string;
        } };
      };
      /** The logged exposure of the shown item, in (0, 1], where the logging policy was stochastic; weights divide by it instead of the curve. */
      readonly column?: string;
      /** Trust bias: chances of a reward at a view by displayed rank, of relevant items and of others; or by how much rewards of a view fall a rank at most. */
      readonly trust?: {
        /** By displayed rank: the chance that a relevant item is rewarded once it is viewed. */
        readonly plus?: readonly (number)[];
        /** By displayed rank: the chance that another item is rewarded once it is viewed. */
        readonly minus?: readonly (number)[];
        /** In place of both: the rewards of a view fall by at most this share from each displayed rank to the next, since users trust the ranker. */
        readonly fallsBy?: number;
      };
      /** Days on which curves are fitted and nothing else is; results are of the other days. */
      readonly fitDays?: {
        /** The first day. */
        readonly from?: string;
        /** The last day, included. */
        readonly to?: string;
      };
    };
  };
  /** The policies to evaluate, by name; `logged`, the one that wrote the log, is implied. Default: {}. */
  readonly policies?: { readonly [name: string]: {
    /** The column with the item's rank in the policy's full candidate list; NULL if it is not shown. A rank beyond listLength is not shown either. */
    readonly rank?: string;
    /** A column with scores of all candidates, in the table that candidates names; the engine ranks them, ties by item. With force: rankViewed in place of candidates a column with scores of the viewed items only: ranking these among themselves moves every target rank towards 1, and force confirms that you know this. Cannot be combined with rank or exposure. */
    readonly score?: string;
    /** A column with, or one number for, the item's expected views under the policy. */
    readonly exposure?: string | number;
    /** A column with the probability that the policy puts the item at its displayed rank, given the items above it, for sips, rips and cascadeDr. */
    readonly propensity?: string;
    /** A column with the probability that the policy puts the item at its displayed rank, whatever stands above it, for iips and pseudoInverse. */
    readonly placement?: string;
    /** A column with what a model predicts of the slot and all slots below it, expected under the policy given the items above, for cascadeDr. */
    readonly remaining?: string;
    /** A column with the weight of the whole list that was displayed, the same in all rows of a trajectory, for pseudoInverse with weights: given. */
    readonly listWeight?: string;
    /** A column with, or one number for, how many items the policy shows. Ranks beyond it are not shown, the slots beyond it are not missing from the log, and rewards per impression divide by the views up to it. For a policy by rank; without it the policy fills as many slots as were logged. */
    readonly shows?: string | number;
    /** A column with, or one number for, the policy's expected views of a trajectory: the sum of the exposures of all items that it shows. For a policy by exposure; without it the policy is taken to have as many views as were logged. */
    readonly views?: string | number;
    /** Rank the viewed items among themselves, knowing what that does. */
    readonly force?: "rankViewed";
    /** A table with a row for each candidate of each trajectory, which holds the column that the policy names; a score is ranked there in the full list, ties by item. */
    readonly candidates?: {
      /** Files or globs (Parquet, CSV, JSON lines); a table of the engine; an Iceberg table by its path; a query in the dialect of the engine; rows in memory: an array of objects, or an object of columns. */
      readonly source: string | readonly (string)[] | {
        readonly table: string | readonly (string)[];
      } | {
        readonly iceberg: string;
      } | {
        readonly sql: string;
      } | {
        readonly rows: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
      };
      /** Its column with the trajectory, where that has another name than in the log. */
      readonly trajectory?: string;
      /** Its column with the feed, where a trajectory has a list in each of several feeds. */
      readonly feed?: string;
      /** Its column with the item, where that has another name than in the log. */
      readonly item?: string;
    };
    /** Rewards earned before this day (its start, in UTC) or moment trained the policy, later ones did not: where the log begins earlier, its lines are undecided. */
    readonly trainedUntil?: string;
    /** Among how many candidates, itself included, this one was chosen by the rewards in this log: its comparisons are judged as if all of these had been compared. */
    readonly chosenFrom?: number;
    /** What the policy really earned where it ran: another log, or values with their errors. */
    readonly online?: {
      /** Files or globs (Parquet, CSV, JSON lines); a table of the engine; an Iceberg table by its path; a query in the dialect of the engine; rows in memory: an array of objects, or an object of columns. */
      readonly source: string | readonly (string)[] | {
        readonly table: string | readonly (string)[];
      } | {
        readonly iceberg: string;
      } | {
        readonly sql: string;
      } | {
        readonly rows: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
      };
    } | { readonly [name: string]: {
      /** The mean reward per trajectory. */
      readonly value: number;
      /** Its standard error. */
      readonly se: number;
      /** From how many trajectories. */
      readonly n?: number;
    } | {
      /** The share by which it earned more than the baseline. */
      readonly lift: number;
      /** The standard error of the lift. */
      readonly se: number;
    } };
  } };
  /** A table of what policies earned online, a row for each policy, day and reward; compare reads it. */
  readonly online?: string | readonly (string)[] | {
    readonly table: string | readonly (string)[];
  } | {
    readonly iceberg: string;
  } | {
    readonly sql: string;
  } | {
    readonly rows: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
  } | {
    /** Files or globs (Parquet, CSV, JSON lines); a table of the engine; an Iceberg table by its path; a query in the dialect of the engine; rows in memory: an array of objects, or an object of columns. */
    readonly results: string | readonly (string)[] | {
      readonly table: string | readonly (string)[];
    } | {
      readonly iceberg: string;
    } | {
      readonly sql: string;
    } | {
      readonly rows: readonly ({ readonly [name: string]: unknown })[] | { readonly [name: string]: readonly (unknown)[] } | string;
    };
    /** Columns of the table that are not called policy, day, reward, value and so on. Default: {}. */
    readonly columns?: {
      /** The column with the policy. */
      readonly policy?: string;
      /** The column with the day. */
      readonly day?: string;
      /** The column with the reward. */
      readonly reward?: string;
      /** The column with the mean reward. */
      readonly value?: string;
      /** The column with its standard error. */
      readonly standardError?: string;
      /** The column with the number of trajectories. */
      readonly trajectories?: string;
      /** The column with the feed. */
      readonly feed?: string;
    };
    /** What a value is the mean of; without it perTrajectory. */
    readonly unit?: "perTrajectory" | "perImpression";
  };
  /** What the policies are compared with; logged is the policy that wrote the log. Default: "logged". */
  readonly baseline?: string;
  /** The estimator whose difference gives the verdict; one of those listed. */
  readonly decide?: "mean" | "dcg" | "ips" | "snips" | "betaIps" | "balance" | "weighted" | "dm" | "dr" | "switchDr" | "drOs" | "cab" | "clipBound" | "trustDr" | "mips" | "offCem" | "efficient" | "sips" | "iips" | "rips" | "cascadeDr" | "pseudoInverse" | "best" | "meanOfRates" | "ndcg" | "pndcg" | "completeNdcg" | {
    readonly mean: {
    };
  } | {
    readonly dcg: {
      /** the weight of a target rank: the position-bias curve, or 1/log2(r+1) Default: ["curve"]. */
      readonly discount?: "curve" | "log2" | readonly ("curve" | "log2")[];
      /** the reward as logged (c), or divided by the view probability of its rank, debiased (qhat) Default: ["qhat"]. */
      readonly gain?: "logged" | "debiased" | "c" | "qhat" | readonly ("logged" | "debiased" | "c" | "qhat")[];
      /** the curve that debiases the gain; default: the discount's own Default: [null]. */
      readonly debias?: "curve" | "log2" | null | readonly ("curve" | "log2" | null)[];
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
      /** largest importance weight, min(m, ε_t/ε0); null: no clipping Default: [null]. */
      readonly clipRatio?: number | null | readonly (number | null)[];
    };
  } | {
    readonly ips: {
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
      /** largest importance weight, min(m, ε_t/ε0); null: no clipping Default: [null]. */
      readonly clipRatio?: number | null | readonly (number | null)[];
    };
  } | {
    readonly snips: {
      /** what turns reward per impression into reward per trajectory: the logged mean views, or those of a known curve Default: ["observed"]. */
      readonly scale?: "observed" | "curve" | readonly ("observed" | "curve")[];
    };
  } | {
    readonly betaIps: {
      /** what is known to have mean 0: weights less the views of the log, less those of a known curve, both, or less the weights of the baseline Default: ["views"]. */
      readonly control?: "views" | "curve" | "both" | "baseline" | readonly ("views" | "curve" | "both" | "baseline")[];
      /** how β is computed: from covariances, or from the second moments that are published for single actions Default: ["covariance"]. */
      readonly beta?: "covariance" | "published" | readonly ("covariance" | "published")[];
    };
  } | {
    readonly balance: {
    };
  } | {
    readonly weighted: {
      /** of whom the variances are: of the other half of the users, or of all, as published (biased on small logs) Default: ["otherHalf"]. */
      readonly variances?: "otherHalf" | "same" | readonly ("otherHalf" | "same")[];
    };
  } | {
    readonly dm: {
    };
  } | {
    readonly dr: {
      /** what is corrected: viewed items by c − q̂, or displayed items, viewed or not, by c − p·q̂ with the curve's p Default: ["observed"]. */
      readonly treatment?: "observed" | "expected" | readonly ("observed" | "expected")[];
    };
  } | {
    readonly switchDr: {
      /** largest weight at which the prediction is corrected (λ) Default: [10]. */
      readonly limit?: number | "inf" | readonly (number | "inf")[];
    };
  } | {
    readonly drOs: {
      /** the number λ that weights are shrunken by Default: [10]. */
      readonly shrinkage?: number | "inf" | readonly (number | "inf")[];
      /** λw/(w² + λ), or weights cut off at λ Default: ["optimistic"]. */
      readonly shape?: "optimistic" | "pessimistic" | readonly ("optimistic" | "pessimistic")[];
    };
  } | {
    readonly cab: {
      /** largest weight, or largest inverse logging exposure (M) Default: [10]. */
      readonly limit?: number | "inf" | readonly (number | "inf")[];
      /** what is clipped: the weight ε_t/ε0, or the inverse logging exposure 1/ε0 Default: ["ratio"]. */
      readonly clips?: "ratio" | "propensity" | readonly ("ratio" | "propensity")[];
    };
  } | {
    readonly clipBound: {
      /** the clip: largest weight, or largest inverse logging exposure Default: [10]. */
      readonly limit?: number | readonly (number)[];
      /** what is clipped: the weight ε_t/ε0, or the inverse logging exposure 1/ε0 Default: ["ratio"]. */
      readonly clips?: "ratio" | "propensity" | readonly ("ratio" | "propensity")[];
      /** the most that a view can earn Default: [1]. */
      readonly most?: number | readonly (number)[];
    };
  } | {
    readonly trustDr: {
      /** what is corrected: predictions by viewed items, or by displayed items, viewed or not; or none, by weights alone Default: ["observed"]. */
      readonly treatment?: "observed" | "expected" | "weights" | readonly ("observed" | "expected" | "weights")[];
    };
  } | {
    readonly mips: {
    };
  } | {
    readonly offCem: {
    };
  } | {
    readonly efficient: {
    };
  } | {
    readonly sips: {
    };
  } | {
    readonly iips: {
    };
  } | {
    readonly rips: {
      /** perRank divides the weighted reward of each rank by its mean weight; no leaves it, and needs viewed rows alone Default: ["no"]. */
      readonly normalised?: "no" | "perRank" | readonly ("no" | "perRank")[];
    };
  } | {
    readonly cascadeDr: {
    };
  } | {
    readonly pseudoInverse: {
      /** product: from the probabilities of items at ranks, slots being filled one by one and by themselves; given: from the policy's listWeight Default: ["product"]. */
      readonly weights?: "product" | "given" | readonly ("product" | "given")[];
    };
  } | {
    readonly best: {
      /** the estimators that are combined, each with its default parameters Default: ["ips+snips+betaIps"]. */
      readonly of?: readonly ("ips" | "snips" | "betaIps" | "balance" | "weighted" | "dr" | "efficient")[] | string | readonly (readonly ("ips" | "snips" | "betaIps" | "balance" | "weighted" | "dr" | "efficient")[] | string)[];
    };
  } | {
    readonly meanOfRates: {
    };
  } | {
    readonly ndcg: {
      /** the weight of a target rank: the position-bias curve, or 1/log2(r+1) Default: ["curve"]. */
      readonly discount?: "curve" | "log2" | readonly ("curve" | "log2")[];
      /** the reward as logged (c), or divided by the view probability of its rank, debiased (qhat) Default: ["qhat"]. */
      readonly gain?: "logged" | "debiased" | "c" | "qhat" | readonly ("logged" | "debiased" | "c" | "qhat")[];
      /** the curve that debiases the gain; default: the discount's own Default: [null]. */
      readonly debias?: "curve" | "log2" | null | readonly ("curve" | "log2" | null)[];
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
      /** what a trajectory without a positive ideal counts as: skipped, 0 or 1 Default: ["skip"]. */
      readonly onNoIdeal?: "skip" | "zero" | "one" | readonly ("skip" | "zero" | "one")[];
    };
  } | {
    readonly pndcg: {
      /** the weight of a target rank: the position-bias curve, or 1/log2(r+1) Default: ["curve"]. */
      readonly discount?: "curve" | "log2" | readonly ("curve" | "log2")[];
      /** the reward as logged (c), or divided by the view probability of its rank, debiased (qhat) Default: ["qhat"]. */
      readonly gain?: "logged" | "debiased" | "c" | "qhat" | readonly ("logged" | "debiased" | "c" | "qhat")[];
      /** the curve that debiases the gain; default: the discount's own Default: [null]. */
      readonly debias?: "curve" | "log2" | null | readonly ("curve" | "log2" | null)[];
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
    };
  } | {
    readonly completeNdcg: {
      /** the ranks that count, from the first: n of nDCG@n Default: [10]. */
      readonly at?: number | readonly (number)[];
      /** what a trajectory without a positive ideal counts as: skipped, 0 or 1 Default: ["skip"]. */
      readonly onNoIdeal?: "skip" | "zero" | "one" | readonly ("skip" | "zero" | "one")[];
    };
  };
  /** What to compute: names, or a name with parameters; a list of values asks for each. */
  readonly estimators?: readonly ("mean" | "dcg" | "ips" | "snips" | "betaIps" | "balance" | "weighted" | "dm" | "dr" | "switchDr" | "drOs" | "cab" | "clipBound" | "trustDr" | "mips" | "offCem" | "efficient" | "sips" | "iips" | "rips" | "cascadeDr" | "pseudoInverse" | "best" | "meanOfRates" | "ndcg" | "pndcg" | "completeNdcg" | {
    readonly mean: {
    };
  } | {
    readonly dcg: {
      /** the weight of a target rank: the position-bias curve, or 1/log2(r+1) Default: ["curve"]. */
      readonly discount?: "curve" | "log2" | readonly ("curve" | "log2")[];
      /** the reward as logged (c), or divided by the view probability of its rank, debiased (qhat) Default: ["qhat"]. */
      readonly gain?: "logged" | "debiased" | "c" | "qhat" | readonly ("logged" | "debiased" | "c" | "qhat")[];
      /** the curve that debiases the gain; default: the discount's own Default: [null]. */
      readonly debias?: "curve" | "log2" | null | readonly ("curve" | "log2" | null)[];
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
      /** largest importance weight, min(m, ε_t/ε0); null: no clipping Default: [null]. */
      readonly clipRatio?: number | null | readonly (number | null)[];
    };
  } | {
    readonly ips: {
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
      /** largest importance weight, min(m, ε_t/ε0); null: no clipping Default: [null]. */
      readonly clipRatio?: number | null | readonly (number | null)[];
    };
  } | {
    readonly snips: {
      /** what turns reward per impression into reward per trajectory: the logged mean views, or those of a known curve Default: ["observed"]. */
      readonly scale?: "observed" | "curve" | readonly ("observed" | "curve")[];
    };
  } | {
    readonly betaIps: {
      /** what is known to have mean 0: weights less the views of the log, less those of a known curve, both, or less the weights of the baseline Default: ["views"]. */
      readonly control?: "views" | "curve" | "both" | "baseline" | readonly ("views" | "curve" | "both" | "baseline")[];
      /** how β is computed: from covariances, or from the second moments that are published for single actions Default: ["covariance"]. */
      readonly beta?: "covariance" | "published" | readonly ("covariance" | "published")[];
    };
  } | {
    readonly balance: {
    };
  } | {
    readonly weighted: {
      /** of whom the variances are: of the other half of the users, or of all, as published (biased on small logs) Default: ["otherHalf"]. */
      readonly variances?: "otherHalf" | "same" | readonly ("otherHalf" | "same")[];
    };
  } | {
    readonly dm: {
    };
  } | {
    readonly dr: {
      /** what is corrected: viewed items by c − q̂, or displayed items, viewed or not, by c − p·q̂ with the curve's p Default: ["observed"]. */
      readonly treatment?: "observed" | "expected" | readonly ("observed" | "expected")[];
    };
  } | {
    readonly switchDr: {
      /** largest weight at which the prediction is corrected (λ) Default: [10]. */
      readonly limit?: number | "inf" | readonly (number | "inf")[];
    };
  } | {
    readonly drOs: {
      /** the number λ that weights are shrunken by Default: [10]. */
      readonly shrinkage?: number | "inf" | readonly (number | "inf")[];
      /** λw/(w² + λ), or weights cut off at λ Default: ["optimistic"]. */
      readonly shape?: "optimistic" | "pessimistic" | readonly ("optimistic" | "pessimistic")[];
    };
  } | {
    readonly cab: {
      /** largest weight, or largest inverse logging exposure (M) Default: [10]. */
      readonly limit?: number | "inf" | readonly (number | "inf")[];
      /** what is clipped: the weight ε_t/ε0, or the inverse logging exposure 1/ε0 Default: ["ratio"]. */
      readonly clips?: "ratio" | "propensity" | readonly ("ratio" | "propensity")[];
    };
  } | {
    readonly clipBound: {
      /** the clip: largest weight, or largest inverse logging exposure Default: [10]. */
      readonly limit?: number | readonly (number)[];
      /** what is clipped: the weight ε_t/ε0, or the inverse logging exposure 1/ε0 Default: ["ratio"]. */
      readonly clips?: "ratio" | "propensity" | readonly ("ratio" | "propensity")[];
      /** the most that a view can earn Default: [1]. */
      readonly most?: number | readonly (number)[];
    };
  } | {
    readonly trustDr: {
      /** what is corrected: predictions by viewed items, or by displayed items, viewed or not; or none, by weights alone Default: ["observed"]. */
      readonly treatment?: "observed" | "expected" | "weights" | readonly ("observed" | "expected" | "weights")[];
    };
  } | {
    readonly mips: {
    };
  } | {
    readonly offCem: {
    };
  } | {
    readonly efficient: {
    };
  } | {
    readonly sips: {
    };
  } | {
    readonly iips: {
    };
  } | {
    readonly rips: {
      /** perRank divides the weighted reward of each rank by its mean weight; no leaves it, and needs viewed rows alone Default: ["no"]. */
      readonly normalised?: "no" | "perRank" | readonly ("no" | "perRank")[];
    };
  } | {
    readonly cascadeDr: {
    };
  } | {
    readonly pseudoInverse: {
      /** product: from the probabilities of items at ranks, slots being filled one by one and by themselves; given: from the policy's listWeight Default: ["product"]. */
      readonly weights?: "product" | "given" | readonly ("product" | "given")[];
    };
  } | {
    readonly best: {
      /** the estimators that are combined, each with its default parameters Default: ["ips+snips+betaIps"]. */
      readonly of?: readonly ("ips" | "snips" | "betaIps" | "balance" | "weighted" | "dr" | "efficient")[] | string | readonly (readonly ("ips" | "snips" | "betaIps" | "balance" | "weighted" | "dr" | "efficient")[] | string)[];
    };
  } | {
    readonly meanOfRates: {
    };
  } | {
    readonly ndcg: {
      /** the weight of a target rank: the position-bias curve, or 1/log2(r+1) Default: ["curve"]. */
      readonly discount?: "curve" | "log2" | readonly ("curve" | "log2")[];
      /** the reward as logged (c), or divided by the view probability of its rank, debiased (qhat) Default: ["qhat"]. */
      readonly gain?: "logged" | "debiased" | "c" | "qhat" | readonly ("logged" | "debiased" | "c" | "qhat")[];
      /** the curve that debiases the gain; default: the discount's own Default: [null]. */
      readonly debias?: "curve" | "log2" | null | readonly ("curve" | "log2" | null)[];
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
      /** what a trajectory without a positive ideal counts as: skipped, 0 or 1 Default: ["skip"]. */
      readonly onNoIdeal?: "skip" | "zero" | "one" | readonly ("skip" | "zero" | "one")[];
    };
  } | {
    readonly pndcg: {
      /** the weight of a target rank: the position-bias curve, or 1/log2(r+1) Default: ["curve"]. */
      readonly discount?: "curve" | "log2" | readonly ("curve" | "log2")[];
      /** the reward as logged (c), or divided by the view probability of its rank, debiased (qhat) Default: ["qhat"]. */
      readonly gain?: "logged" | "debiased" | "c" | "qhat" | readonly ("logged" | "debiased" | "c" | "qhat")[];
      /** the curve that debiases the gain; default: the discount's own Default: [null]. */
      readonly debias?: "curve" | "log2" | null | readonly ("curve" | "log2" | null)[];
      /** largest inverse logging propensity, min(m, 1/ε0); inf: no clipping Default: ["inf"]. */
      readonly clip?: number | "inf" | readonly (number | "inf")[];
    };
  } | {
    readonly completeNdcg: {
      /** the ranks that count, from the first: n of nDCG@n Default: [10]. */
      readonly at?: number | readonly (number)[];
      /** what a trajectory without a positive ideal counts as: skipped, 0 or 1 Default: ["skip"]. */
      readonly onNoIdeal?: "skip" | "zero" | "one" | readonly ("skip" | "zero" | "one")[];
    };
  })[];
  /** Reward per trajectory, per viewed impression, or both. Default: ["perTrajectory"]. */
  readonly estimands?: readonly ("perTrajectory" | "perImpression")[];
  /** The level of every interval. Default: 0.95. */
  readonly confidence?: number;
  /** How confidence intervals are made. Default: "t". */
  readonly interval?: "t" | "skewness" | "jackknife" | "bootstrapT" | "bootstrapPercentile" | "bootstrapBasic" | "bootstrapBiasCorrected" | "confidenceSequence";
  /** How p is adjusted for all verdict lines of the study; their intervals stay simultaneous. Default: "bonferroni". */
  readonly adjust?: "bonferroni" | "maxT" | "holm" | "benjaminiHochberg" | "benjaminiYekutieli";
  /** Which verdict lines share the level: all of the study, or those of each feed; a gate reads the study's. Default: "study". */
  readonly family?: "study" | "feed";
  /** Rewards that a candidate must be shown not to lose more than a share of. */
  readonly guardrails?: { readonly [name: string]: {
    /** By how much of what the baseline earns a candidate may be worse. */
    readonly notWorseThan: number | string;
  } };
  /** A normal prior on lifts: adds the chance to beat the baseline and the expected loss. */
  readonly prior?: {
    /** Lifts before the log is read: normal around 0. */
    readonly lift: {
      /** The standard deviation of lifts before the log is read, relative to the baseline. */
      readonly sd: number;
    };
  };
  /** Add rows over all feeds, each on its own curve. Default: false. */
  readonly pool?: boolean;
  /** Sums with the same bits in any order, or plain ones. Default: "exact". */
  readonly sums?: "exact" | "fast";
  /** What results may hold of users. Default: {"keys":false}. */
  readonly privacy?: {
    /** Results and tallies may hold the key of a user on whom a verdict rests. Default: false. */
    readonly keys?: boolean;
    /** A file with a secret of 16 bytes or more that enters the hash by which users are put into groups. */
    readonly saltFile?: string;
  };
  /** Known answers of a simulated log, which reports show next to the estimates. */
  readonly truth?: string;
  /** Where the sums are taken; duckdb is built in. Default: {"name":"duckdb"}. */
  readonly engine?: string | {
    /** The server, in place of name and url: sc://host:15002. */
    readonly spark?: string;
    /** The server, in place of name and url: https://host:8443. */
    readonly clickhouse?: string;
    /** The server, in place of name and url: postgres://host:5432/database. */
    readonly postgres?: string;
    /** Files with the results of the statements that hindcast sql prints; nothing is executed, in place of name and files. */
    readonly results?: readonly (string)[];
    /** The earlier name of results. */
    readonly sums?: readonly (string)[];
    /** Which engine reads the log. */
    readonly name?: string;
    /** The number of threads. */
    readonly threads?: number;
    /** The most memory of the database, such as 8GB; what needs more spills to disk. */
    readonly memoryLimit?: string;
    /** The folder for data that does not fit into memory, which is removed at the end. */
    readonly tempDirectory?: string;
    /** The longest time of one statement in seconds; after it the statement is stopped, on a server too. */
    readonly timeout?: number;
    /** Whether rows that several statements read are held in memory. A schema, as { schema: scratch }, in which rows that several statements read are held as tables until the end, so that the log is read less often. Whether rows that several statements read are held in temporary tables of the session, so that the log is read less often. */
    readonly hold?: boolean | {
      readonly schema: string;
    };
    /** A DuckDB file whose tables sources may name, opened read-only. The server's database, in which tables are looked up. */
    readonly database?: string;
    /** Where the relative paths of a query in the study are, unless the folder where the command runs has them. */
    readonly folder?: string;
    /** Extensions of DuckDB to load, which must be installed: httpfs for s3://, gs:// and https://, azure for az://, iceberg. None is downloaded; none goes with a sandbox. */
    readonly extensions?: readonly (string)[];
    /** The only folders that the study may read, for studies that come from others: no other file, no network. */
    readonly sandbox?: readonly (string)[];
    /** The address of the server. */
    readonly url?: string;
    /** A file with the access token. */
    readonly tokenFile?: string;
    /** A PEM file with the certificate authorities to trust. */
    readonly ca?: string;
    /** Headers sent with every request, for a proxy; results do not contain them. */
    readonly headers?: { readonly [name: string]: string };
    /** Seconds to wait for a server that does not answer, and for a lost connection to come back. */
    readonly connectTimeout?: number;
    /** Seconds without a word of a server that is at work, after which the connection counts as lost. */
    readonly silence?: number;
    /** The user's name. */
    readonly user?: string;
    /** A file with the password. */
    readonly passwordFile?: string;
    /** Server settings for every statement, such as { max_threads: 8 }; settings that results depend on cannot be changed. */
    readonly settings?: { readonly [name: string]: unknown };
    /** Files with the results of the statements that hindcast sql prints; nothing is executed. */
    readonly files?: readonly (string)[];
  };
}
