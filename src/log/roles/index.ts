import type { Constant, Role, Section } from "../role.js";
import { cluster, day, feed, item, logger, trajectory, user } from "./keys.js";
import {
  censored,
  listLength,
  loggedExposure,
  loggedPlacement,
  loggedPropensity,
  rank,
  sampling,
  viewed,
} from "./logged.js";
import {
  listWeight,
  shows,
  targetExposure,
  targetPlacement,
  targetPropensity,
  targetRank,
  targetRemaining,
  targetScore,
  views,
} from "./policies.js";
import { prediction, remaining, reward } from "./rewards.js";

/**
 * Every role. Rows without a trajectory are named by their place in the order of the roles' columns, so
 * that two roles which change places change results. (`as typeof`: declarations are written file by
 * file, and the study's types follow from this list.)
 */
export const roles = [
  trajectory as typeof trajectory,
  day as typeof day,
  user as typeof user,
  feed as typeof feed,
  logger as typeof logger,
  item as typeof item,
  cluster as typeof cluster,
  rank as typeof rank,
  listLength as typeof listLength,
  censored as typeof censored,
  viewed as typeof viewed,
  sampling as typeof sampling,
  loggedExposure as typeof loggedExposure,
  loggedPropensity as typeof loggedPropensity,
  loggedPlacement as typeof loggedPlacement,
  reward as typeof reward,
  prediction as typeof prediction,
  remaining as typeof remaining,
  targetRank as typeof targetRank,
  targetScore as typeof targetScore,
  targetExposure as typeof targetExposure,
  targetPropensity as typeof targetPropensity,
  targetPlacement as typeof targetPlacement,
  targetRemaining as typeof targetRemaining,
  listWeight as typeof listWeight,
  shows as typeof shows,
  views as typeof views,
] as const;

export type Member = (typeof roles)[number];

export type RoleName = Member["name"];

/** The roles that one section of a study names. */
export type MembersIn<In extends Section> = Extract<Member, { readonly in: In }>;

/** The columns that one section of a study may name, under the keys of their roles. */
export type ColumnsOf<In extends Section> = {
  readonly [M in MembersIn<In> as M["field"]]?: M extends { readonly constant: Constant }
    ? string | number
    : string;
};

export const rolesIn = <In extends Section>(section: In): readonly MembersIn<In>[] =>
  roles.filter((role): role is MembersIn<In> => role.in === section);

/** The roles without which a curve cannot be fitted on a log. */
export const neededToFit: readonly MembersIn<"log">[] = rolesIn("log").filter(
  ({ isNeededToFit }: Role) => isNeededToFit === true,
);
