import { parentPort, workerData } from "node:worker_threads";
import { playBlock } from "./block.js";
import { type BlockTask, buffersOf } from "./blocks-file.js";
import { openSimulation } from "./simulation.js";

const { world, seed, want } = workerData as BlockTask;
const simulation = openSimulation(world, seed);

parentPort?.on("message", (number: number) => {
  const block = playBlock(simulation, number, want);
  parentPort?.postMessage(block, buffersOf(block));
});
