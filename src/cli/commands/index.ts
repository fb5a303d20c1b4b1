import type { CommandEntry } from "../command.js";

/** Every command, in the order in which somebody new would use them. */
export const commands: readonly CommandEntry[] = [
  {
    name: "demo",
    summary: "simulate a log with a known answer and evaluate it",
    load: async () => (await import("./demo.js")).demo,
  },
  {
    name: "init",
    summary: "write a study from the columns of a log",
    load: async () => (await import("./init.js")).init,
  },
  {
    name: "check",
    summary: "is this log usable, and what does it support?",
    load: async () => (await import("./check.js")).check,
  },
  {
    name: "fit",
    summary: "learn from the log how likely each rank is viewed",
    load: async () => (await import("./fit.js")).fit,
  },
  {
    name: "evaluate",
    summary: "what would the policies have earned?",
    load: async () => (await import("./evaluate.js")).evaluate,
  },
  {
    name: "tally",
    summary: "add, list or compare the sums that evaluate saved",
    load: async () => (await import("./tally.js")).tally,
  },
  {
    name: "compare",
    summary: "did offline predict what was earned online?",
    load: async () => (await import("./compare.js")).compare,
  },
  {
    name: "plan",
    summary: "what can this log settle, and what would more days?",
    load: async () => (await import("./plan.js")).plan,
  },
  {
    name: "rank",
    summary: "measure recommended lists against held-out items",
    load: async () => (await import("./rank.js")).rank,
  },
  {
    name: "reproduce",
    summary: "repeat a table or a figure of the paper",
    load: async () => (await import("./reproduce.js")).reproduce,
  },
  {
    name: "explain",
    summary: "what a reason means, and the checks that a verdict must hold under",
    load: async () => (await import("./explain.js")).explain,
  },
  {
    name: "sql",
    summary: "print the statements of a study, to run them in any warehouse",
    load: async () => (await import("./sql.js")).sql,
  },
  {
    name: "report",
    summary: "write a result or a tally as a page or a table",
    load: async () => (await import("./report.js")).report,
  },
  {
    name: "simulate",
    summary: "write a log whose truth is known",
    load: async () => (await import("./simulate.js")).simulate,
  },
  {
    name: "serve",
    summary: "run commands for another program, which runs the statements",
    load: async () => (await import("./serve.js")).serve,
  },
  {
    name: "completion",
    summary: "a script by which a shell completes commands and flags",
    load: async () => (await import("./completion.js")).completionOf(commands),
  },
];
