import type { PageData } from "./page-data.js";

/** How answers of groups differ from those of the run; empty where that had the same groups. */
export const groupsNote = ({ isRun, groups }: Pick<PageData, "isRun" | "groups">): string =>
  isRun
    ? ""
    : `Changed settings are computed from ${groups} groups of users: estimates are exact, standard errors are accurate to about ${groups < 128 ? "10" : "6"} %.`;
