"""Times pytrec_eval or ranx on a run and labels: parse to answer, imports left out. Prints CPU seconds and nDCG@10."""

import sys
import time

peer, run_file, labels_file = sys.argv[1:]
if peer == "ranx":
    from ranx import Qrels, Run, evaluate

    start = time.process_time()
    labels, run = Qrels.from_file(labels_file, kind="trec"), Run.from_file(run_file, kind="trec")
    values = evaluate(labels, run, ["ndcg@10", "ndcg@100", "map"], make_comparable=True)
    value = float(values["ndcg@10"])
else:
    import pytrec_eval

    start = time.process_time()
    with open(labels_file) as file:
        labels = pytrec_eval.parse_qrel(file)
    with open(run_file) as file:
        run = pytrec_eval.parse_run(file)
    users = pytrec_eval.RelevanceEvaluator(labels, {"ndcg_cut.10,100", "map"}).evaluate(run)
    value = sum(user["ndcg_cut_10"] for user in users.values()) / len(users)
print(time.process_time() - start, value)
