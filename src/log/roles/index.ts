import type { Constant, Role, Section } from "../role.js";
import { censored } from "./censored/censored.js";
import { cluster } from "./cluster/cluster.js";
import { day } from "./day/day.js";
import { feed } from "./feed/feed.js";
import { item } from "./item/item.js";
import { listLength } from "./list-length/list-length.js";
import { listWeight } from "./list-weight/list-weight.js";
import { loggedExposure } from "./logged-exposure/logged-exposure.js";
import { loggedPlacement } from "./logged-placement/logged-placement.js";
import { loggedPropensity } from "./logged-propensity/logged-propensity.js";
import { logger } from "./logger/logger.js";
import { prediction } from "./prediction/prediction.js";
import { rank } from "./rank/rank.js";
import { remaining } from "./remaining/remaining.js";
import { reward } from "./reward/reward.js";
import { sampling } from "./sampling/sampling.js";
import { shows } from "./shows/shows.js";
import { targetExposure } from "./target-exposure/target-exposure.js";
import { targetPlacement } from "./target-placement/target-placement.js";
import { targetPropensity } from "./target-propensity/target-propensity.js";
import { targetRank } from "./target-rank/target-rank.js";
import { targetRemaining } from "./target-remaining/target-remaining.js";
import { targetScore } from "./target-score/target-score.js";
import { trajectory } from "./trajectory/trajectory.js";
import { user } from "./user/user.js";
import { viewed } from "./viewed/viewed.js";
import { views } from "./views/views.js";

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

/** The roles of a section, in order. */
export const rolesIn = <In extends Section>(section: In): readonly MembersIn<In>[] =>
  roles.filter((role): role is MembersIn<In> => role.in === section);

/** The roles without which a curve cannot be fitted on a log. */
export const neededToFit: readonly MembersIn<"log">[] = rolesIn("log").filter(
  ({ isNeededToFit }: Role) => isNeededToFit === true,
);
