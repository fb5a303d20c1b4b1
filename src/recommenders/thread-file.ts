import { parentPort, workerData } from "node:worker_threads";
import { createWorker, type Task, type WorkData } from "./comparison/work.js";

const work = createWorker(workerData as WorkData);

parentPort?.on("message", (task: Task) => {
  parentPort?.postMessage(work(task));
});
