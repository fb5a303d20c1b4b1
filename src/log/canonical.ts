import { column, type Expression } from "../sql/expression.js";

/** The columns of a canonical impression, whatever the source called them. */
export const canonical: {
  readonly trajectory: Expression;
  readonly feed: Expression;
  readonly day: Expression;
  readonly logger: Expression;
  readonly user: Expression;
  readonly rank: Expression;
  readonly listLength: Expression;
  readonly censored: Expression;
  readonly exposure: Expression;
  readonly reward: (index: number) => Expression;
  readonly targetRank: (index: number) => Expression;
  readonly targetExposure: (index: number) => Expression;
} = {
  trajectory: column("h_trajectory"),
  feed: column("h_feed"),
  day: column("h_day"),
  logger: column("h_logger"),
  user: column("h_user"),
  rank: column("h_rank"),
  listLength: column("h_length"),
  censored: column("h_censored"),
  exposure: column("h_exposure"),
  reward: (index) => column(`h_reward_${index}`),
  targetRank: (index) => column(`h_rank_${index}`),
  targetExposure: (index) => column(`h_exposure_${index}`),
};
