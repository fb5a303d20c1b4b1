/** What commands call of the rest of the house, loaded when it is first called for. */
export interface Modules {
  readonly agreement: () => Promise<typeof import("./loaded/agreement.js")>;
  readonly evaluate: () => Promise<typeof import("./loaded/evaluate.js")>;
  readonly page: () => Promise<typeof import("./loaded/page.js")>;
  readonly paper: () => Promise<typeof import("./loaded/paper.js")>;
  readonly planning: () => Promise<typeof import("./loaded/planning.js")>;
  readonly rankings: () => Promise<typeof import("./loaded/rankings.js")>;
  readonly recommenders: () => Promise<typeof import("./loaded/recommenders.js")>;
  readonly simulator: () => Promise<typeof import("./loaded/simulator.js")>;
  readonly study: () => Promise<typeof import("./loaded/study.js")>;
  readonly tally: () => Promise<typeof import("./loaded/tally.js")>;
}

export const modules: Modules = {
  agreement: () => import("./loaded/agreement.js"),
  evaluate: () => import("./loaded/evaluate.js"),
  page: () => import("./loaded/page.js"),
  paper: () => import("./loaded/paper.js"),
  planning: () => import("./loaded/planning.js"),
  rankings: () => import("./loaded/rankings.js"),
  recommenders: () => import("./loaded/recommenders.js"),
  simulator: () => import("./loaded/simulator.js"),
  study: () => import("./loaded/study.js"),
  tally: () => import("./loaded/tally.js"),
};
