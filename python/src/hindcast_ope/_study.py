"""The types of studies. Written by `npm run schema`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict


class LogRewards1Value2Prediction2(TypedDict, total=False):
    fit: Literal["itemMean"]
    shrink: float
    folds: Literal[2] | Literal[4] | Literal[8] | Literal[16]
    context: str


class LogRewards1Value2Unlogged2(TypedDict, total=False):
    min: float
    max: float
    times: Sequence[Any]


class LogRewards1Value2(TypedDict, total=False):
    column: str
    prediction: str | LogRewards1Value2Prediction2
    remaining: str
    better: Literal["higher", "lower"]
    missing: float
    unlogged: Literal["alike"] | LogRewards1Value2Unlogged2


class LogExposureCurve11(TypedDict, total=False):
    model: Literal["table"]
    values: Sequence[float]
    cutoff: int


class LogExposureCurve12(TypedDict, total=False):
    model: Literal["geometric"]
    gamma: float
    cutoff: int


class LogExposureCurve13(TypedDict, total=False):
    model: Literal["yuleSimon"]
    rho: float
    cutoff: int


class LogExposureCurve14(TypedDict, total=False):
    model: Literal["inverse"]
    eta: float
    cutoff: int


class LogExposureCurve15(TypedDict, total=False):
    model: Literal["logAlpha"]
    alpha: float
    cutoff: int


class LogExposureCurve16(TypedDict, total=False):
    model: Literal["log2"]
    cutoff: int


class LogExposureCurve17(TypedDict, total=False):
    table: Sequence[float]
    cutoff: int


class LogExposureCurve18(TypedDict, total=False):
    fit: Literal["table", "geometric", "yuleSimon", "inverse", "logAlpha", "auto"]
    tail: Literal["geometric", "yuleSimon", "inverse", "logAlpha"]
    after: int
    cutoff: int
    support: int


class LogExposureCurve19(TypedDict, total=False):
    file: str


class LogExposureCurve2(TypedDict, total=False):
    byFeed: Mapping[str, LogExposureCurve11 | LogExposureCurve12 | LogExposureCurve13 | LogExposureCurve14 | LogExposureCurve15 | LogExposureCurve16 | LogExposureCurve17 | LogExposureCurve18 | LogExposureCurve19]


class LogExposureTrust(TypedDict, total=False):
    plus: Sequence[float]
    minus: Sequence[float]
    fallsBy: float


LogExposureFitDays = TypedDict(
    "LogExposureFitDays",
    {
        "from": "str",
        "to": "str",
    },
    total=False,
)


class LogExposure(TypedDict, total=False):
    curve: LogExposureCurve11 | LogExposureCurve12 | LogExposureCurve13 | LogExposureCurve14 | LogExposureCurve15 | LogExposureCurve16 | LogExposureCurve17 | LogExposureCurve18 | LogExposureCurve19 | LogExposureCurve2
    column: str
    trust: LogExposureTrust
    fitDays: LogExposureFitDays


class Log(TypedDict, total=False):
    source: Any
    join: Any
    candidates: Any
    rewards: Mapping[str, str | LogRewards1Value2] | Sequence[str]
    trajectory: str
    day: str
    user: str
    feed: str
    loggingPolicy: str
    logger: str
    item: str
    cluster: str
    rank: str
    listLength: str | int
    censored: str
    viewed: str
    sampling: str
    propensity: str
    placement: str
    loggingPolicies: Mapping[str, str]
    dayOrder: Literal["monthFirst", "dayFirst"]
    rows: Literal["viewed", "offered"]
    invalid: Literal["refuse", "excludeTrajectories"]
    structure: Literal["check", "sample", "declared"]
    hash: Literal["portable", "native"]
    exposure: LogExposure


class PoliciesValueOnline1(TypedDict, total=False):
    source: Any


class PoliciesValueOnline2Value1(TypedDict, total=False):
    value: float
    se: float
    n: int


class PoliciesValueOnline2Value2(TypedDict, total=False):
    lift: float
    se: float


class PoliciesValue(TypedDict, total=False):
    rank: str
    score: str
    exposure: str | float
    propensity: str
    placement: str
    remaining: str
    listWeight: str
    shows: str | int
    views: str | float
    force: Literal["rankViewed"]
    candidates: Any
    trainedUntil: str
    chosenFrom: int
    online: PoliciesValueOnline1 | Mapping[str, PoliciesValueOnline2Value1 | PoliciesValueOnline2Value2]


class Online12(TypedDict, total=False):
    table: str | Sequence[str]


class Online13(TypedDict, total=False):
    iceberg: str


class Online14(TypedDict, total=False):
    sql: str


class Online15(TypedDict, total=False):
    rows: Sequence[Mapping[str, str | float | bool | None]] | Mapping[str, Sequence[str | float | bool | None]] | str


class Online2Columns(TypedDict, total=False):
    policy: str
    day: str
    reward: str
    value: str
    standardError: str
    trajectories: str
    feed: str


class Online2(TypedDict, total=False):
    results: str | Sequence[str] | Online12 | Online13 | Online14 | Online15
    columns: Online2Columns
    unit: Literal["perTrajectory", "perImpression"]


class Decide2Mean(TypedDict, total=False):
    pass


class Decide2(TypedDict, total=False):
    mean: Decide2Mean


class Decide3Dcg(TypedDict, total=False):
    discount: Literal["curve", "log2"] | Sequence[Literal["curve", "log2"]]
    gain: Literal["logged", "debiased", "c", "qhat"] | Sequence[Literal["logged", "debiased", "c", "qhat"]]
    debias: Literal["curve", "log2"] | None | Sequence[Literal["curve", "log2"] | None]
    clip: float | Literal["inf"] | Sequence[float | Literal["inf"]]
    clipRatio: float | None | Sequence[float | None]


class Decide3(TypedDict, total=False):
    dcg: Decide3Dcg


class Decide4Ips(TypedDict, total=False):
    clip: float | Literal["inf"] | Sequence[float | Literal["inf"]]
    clipRatio: float | None | Sequence[float | None]


class Decide4(TypedDict, total=False):
    ips: Decide4Ips


class Decide5Snips(TypedDict, total=False):
    scale: Literal["observed", "curve"] | Sequence[Literal["observed", "curve"]]


class Decide5(TypedDict, total=False):
    snips: Decide5Snips


class Decide6BetaIps(TypedDict, total=False):
    control: Literal["views", "curve", "both", "baseline"] | Sequence[Literal["views", "curve", "both", "baseline"]]
    beta: Literal["covariance", "published"] | Sequence[Literal["covariance", "published"]]


class Decide6(TypedDict, total=False):
    betaIps: Decide6BetaIps


class Decide7(TypedDict, total=False):
    balance: Decide2Mean


class Decide8Weighted(TypedDict, total=False):
    variances: Literal["otherHalf", "same"] | Sequence[Literal["otherHalf", "same"]]


class Decide8(TypedDict, total=False):
    weighted: Decide8Weighted


class Decide9(TypedDict, total=False):
    dm: Decide2Mean


class Decide10Dr(TypedDict, total=False):
    treatment: Literal["observed", "expected"] | Sequence[Literal["observed", "expected"]]


class Decide10(TypedDict, total=False):
    dr: Decide10Dr


class Decide11SwitchDr(TypedDict, total=False):
    limit: float | Literal["inf"] | Sequence[float | Literal["inf"]]


class Decide11(TypedDict, total=False):
    switchDr: Decide11SwitchDr


class Decide12DrOs(TypedDict, total=False):
    shrinkage: float | Literal["inf"] | Sequence[float | Literal["inf"]]
    shape: Literal["optimistic", "pessimistic"] | Sequence[Literal["optimistic", "pessimistic"]]


class Decide12(TypedDict, total=False):
    drOs: Decide12DrOs


class Decide13Cab(TypedDict, total=False):
    limit: float | Literal["inf"] | Sequence[float | Literal["inf"]]
    clips: Literal["ratio", "propensity"] | Sequence[Literal["ratio", "propensity"]]


class Decide13(TypedDict, total=False):
    cab: Decide13Cab


class Decide14ClipBound(TypedDict, total=False):
    limit: float | Sequence[float]
    clips: Literal["ratio", "propensity"] | Sequence[Literal["ratio", "propensity"]]
    most: float | Sequence[float]


class Decide14(TypedDict, total=False):
    clipBound: Decide14ClipBound


class Decide15TrustDr(TypedDict, total=False):
    treatment: Literal["observed", "expected", "weights"] | Sequence[Literal["observed", "expected", "weights"]]


class Decide15(TypedDict, total=False):
    trustDr: Decide15TrustDr


class Decide16(TypedDict, total=False):
    mips: Decide2Mean


class Decide17(TypedDict, total=False):
    offCem: Decide2Mean


class Decide18(TypedDict, total=False):
    efficient: Decide2Mean


class Decide19(TypedDict, total=False):
    sips: Decide2Mean


class Decide20(TypedDict, total=False):
    iips: Decide2Mean


class Decide21Rips(TypedDict, total=False):
    normalised: Literal["no", "perRank"] | Sequence[Literal["no", "perRank"]]


class Decide21(TypedDict, total=False):
    rips: Decide21Rips


class Decide22(TypedDict, total=False):
    cascadeDr: Decide2Mean


class Decide23PseudoInverse(TypedDict, total=False):
    weights: Literal["product", "given"] | Sequence[Literal["product", "given"]]


class Decide23(TypedDict, total=False):
    pseudoInverse: Decide23PseudoInverse


Decide24Best = TypedDict(
    "Decide24Best",
    {
        "of": "Sequence[Literal['ips', 'snips', 'betaIps', 'balance', 'weighted', 'dr', 'efficient']] | str | Sequence[Sequence[Literal['ips', 'snips', 'betaIps', 'balance', 'weighted', 'dr', 'efficient']] | str]",
    },
    total=False,
)


class Decide24(TypedDict, total=False):
    best: Decide24Best


class Decide25(TypedDict, total=False):
    meanOfRates: Decide2Mean


class Decide26Ndcg(TypedDict, total=False):
    discount: Literal["curve", "log2"] | Sequence[Literal["curve", "log2"]]
    gain: Literal["logged", "debiased", "c", "qhat"] | Sequence[Literal["logged", "debiased", "c", "qhat"]]
    debias: Literal["curve", "log2"] | None | Sequence[Literal["curve", "log2"] | None]
    clip: float | Literal["inf"] | Sequence[float | Literal["inf"]]
    onNoIdeal: Literal["skip", "zero", "one"] | Sequence[Literal["skip", "zero", "one"]]


class Decide26(TypedDict, total=False):
    ndcg: Decide26Ndcg


class Decide27Pndcg(TypedDict, total=False):
    discount: Literal["curve", "log2"] | Sequence[Literal["curve", "log2"]]
    gain: Literal["logged", "debiased", "c", "qhat"] | Sequence[Literal["logged", "debiased", "c", "qhat"]]
    debias: Literal["curve", "log2"] | None | Sequence[Literal["curve", "log2"] | None]
    clip: float | Literal["inf"] | Sequence[float | Literal["inf"]]


class Decide27(TypedDict, total=False):
    pndcg: Decide27Pndcg


class Decide28CompleteNdcg(TypedDict, total=False):
    at: int | Sequence[int]
    onNoIdeal: Literal["skip", "zero", "one"] | Sequence[Literal["skip", "zero", "one"]]


class Decide28(TypedDict, total=False):
    completeNdcg: Decide28CompleteNdcg


class GuardrailsValue(TypedDict, total=False):
    notWorseThan: float | str


class PriorLift(TypedDict, total=False):
    sd: float


class Prior(TypedDict, total=False):
    lift: PriorLift


class Privacy(TypedDict, total=False):
    keys: bool
    saltFile: str


class Engine2Hold2(TypedDict, total=False):
    schema: str


class Engine2(TypedDict, total=False):
    spark: str
    clickhouse: str
    postgres: str
    results: Sequence[str]
    sums: Sequence[str]
    name: str
    threads: int
    memoryLimit: str
    tempDirectory: str
    timeout: float
    hold: bool | Engine2Hold2
    database: str
    folder: str
    extensions: Sequence[str]
    sandbox: Sequence[str]
    url: str
    tokenFile: str
    ca: str
    headers: Mapping[str, str]
    connectTimeout: float
    silence: float
    user: str
    passwordFile: str
    settings: Mapping[str, str | float]
    files: Sequence[str]


class StudyKeys(TypedDict, total=False):
    policies: Mapping[str, PoliciesValue]
    online: str | Sequence[str] | Online12 | Online13 | Online14 | Online15 | Online2
    baseline: str
    decide: Literal["mean", "dcg", "ips", "snips", "betaIps", "balance", "weighted", "dm", "dr", "switchDr", "drOs", "cab", "clipBound", "trustDr", "mips", "offCem", "efficient", "sips", "iips", "rips", "cascadeDr", "pseudoInverse", "best", "meanOfRates", "ndcg", "pndcg", "completeNdcg"] | Decide2 | Decide3 | Decide4 | Decide5 | Decide6 | Decide7 | Decide8 | Decide9 | Decide10 | Decide11 | Decide12 | Decide13 | Decide14 | Decide15 | Decide16 | Decide17 | Decide18 | Decide19 | Decide20 | Decide21 | Decide22 | Decide23 | Decide24 | Decide25 | Decide26 | Decide27 | Decide28
    estimators: Sequence[Literal["mean", "dcg", "ips", "snips", "betaIps", "balance", "weighted", "dm", "dr", "switchDr", "drOs", "cab", "clipBound", "trustDr", "mips", "offCem", "efficient", "sips", "iips", "rips", "cascadeDr", "pseudoInverse", "best", "meanOfRates", "ndcg", "pndcg", "completeNdcg"] | Decide2 | Decide3 | Decide4 | Decide5 | Decide6 | Decide7 | Decide8 | Decide9 | Decide10 | Decide11 | Decide12 | Decide13 | Decide14 | Decide15 | Decide16 | Decide17 | Decide18 | Decide19 | Decide20 | Decide21 | Decide22 | Decide23 | Decide24 | Decide25 | Decide26 | Decide27 | Decide28]
    estimands: Sequence[Literal["perTrajectory", "perImpression"]]
    confidence: float
    interval: Literal["t", "skewness", "jackknife", "bootstrapT", "bootstrapPercentile", "bootstrapBasic", "bootstrapBiasCorrected", "confidenceSequence"]
    adjust: Literal["bonferroni", "maxT", "holm", "benjaminiHochberg", "benjaminiYekutieli"]
    family: Literal["study", "feed"]
    guardrails: Mapping[str, GuardrailsValue]
    prior: Prior
    pool: bool
    sums: Literal["exact", "fast"]
    privacy: Privacy
    truth: str
    engine: str | Engine2


class Study(StudyKeys, total=False):
    log: Log


class Keys(Log, StudyKeys, total=False):
    pass


LOG_KEYS = frozenset(Log.__annotations__)
STUDY_KEYS = frozenset(StudyKeys.__annotations__)
