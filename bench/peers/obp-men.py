"""Open Bandit Pipeline's estimates on the log of examples/open-bandit-men.yaml, as JSON with seconds.

    python obp-men.py men-bts.csv.gz [copies]

Needs obp 0.4.1. Predictions are those of the example: the item's click rate in the other half of the log (rounds of the
other parity), shrunken as if 100 more impressions had been seen. `copies` repeats the log, for timing.
"""
import json
import sys
import time

import numpy as np
import pandas as pd
from obp.ope import (
    DirectMethod,
    DoublyRobust,
    DoublyRobustWithShrinkage,
    InverseProbabilityWeighting,
    SelfNormalizedInverseProbabilityWeighting,
    SwitchDoublyRobust,
)

items, shrinkage = 34, 100
path = sys.argv[1]
copies = int(sys.argv[2]) if len(sys.argv) > 2 else 1

# The default reader is off in the last digits, which moves a weight of 1 across the limit of switchDr.
log = pd.read_csv(
    path,
    usecols=["item_id", "click", "propensity_score"],
    float_precision="round_trip",
)
half = np.arange(len(log)) % 2
predicted = np.zeros((2, items))
for own in (0, 1):
    other = log[half != own]
    rate = other.click.sum() / len(other)
    clicks = np.bincount(other.item_id, other.click, minlength=items)
    views = np.bincount(other.item_id, minlength=items)
    predicted[own] = (clicks + shrinkage * rate) / (views + shrinkage)

rounds = len(log) * copies
action = np.tile(log.item_id.to_numpy(), copies)
reward = np.tile(log.click.to_numpy(), copies)
pscore = np.tile(log.propensity_score.to_numpy(), copies)
given = dict(
    reward=reward,
    action=action,
    pscore=pscore,
    action_dist=np.full((rounds, items, 1), 1 / items),
    estimated_rewards_by_reg_model=np.tile(predicted[half], (copies, 1))[:, :, None],
    position=np.zeros(rounds, dtype=int),
)
estimators = {
    "ips": InverseProbabilityWeighting(),
    "snips": SelfNormalizedInverseProbabilityWeighting(),
    "dm": DirectMethod(),
    "dr": DoublyRobust(),
    "switchDr(limit 1)": SwitchDoublyRobust(tau=1),
    "switchDr(limit 3)": SwitchDoublyRobust(tau=3),
    "drOs(shrinkage 1)": DoublyRobustWithShrinkage(lambda_=1),
    "drOs(shrinkage 10)": DoublyRobustWithShrinkage(lambda_=10),
}
found = {}
for name, estimator in estimators.items():
    start, cpu = time.perf_counter(), time.process_time()
    value = float(estimator.estimate_policy_value(**given))
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu
    start, cpu = time.perf_counter(), time.process_time()
    interval = estimator.estimate_interval(**given, n_bootstrap_samples=100, random_state=1)
    found[name] = {
        "value": value,
        "seconds": seconds,
        "cpuSeconds": cpu_seconds,
        "interval": list(interval.values())[1:],
        "intervalSeconds": time.perf_counter() - start,
        "intervalCpuSeconds": time.process_time() - cpu,
    }
print(json.dumps({"rounds": rounds, "estimates": found}, indent=1))
