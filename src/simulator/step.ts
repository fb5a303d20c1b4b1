import type { Chance } from "./chance.js";
import type { Trajectory } from "./logged.js";
import type { Person } from "./person.js";
import type { Ranking, Visit } from "./visit.js";

/**
 * What a dial changes, by the moment of a session at which it does. What is absent stays as the world has it;
 * several dials act one after the other. `visit.rank`, `visit.candidate` and `visit.before` say where the user is.
 */
export interface Step {
  /** What users have seen and done changes what they do later: policies are then replayed whole histories. */
  readonly remembers?: boolean;
  /** Share of a list's length by which retrieval of all policies but the logger also finds new items. */
  readonly newItems?: number;
  /** Once a user is drawn. */
  readonly person?: (person: Person) => void;
  /** Once candidates are drawn; it may hide some from the logger, or make some more relevant. */
  readonly retrieve?: (visit: Visit, chance: Chance) => void;
  /** Once a list is ordered by its policy: what the product does with it. `chance` starts alike for every policy. */
  readonly arrange?: (ranking: Ranking, chance: Chance) => void;
  /** The chance of a reward where the user is; by what it returns, `q` is replaced. */
  readonly chance?: (q: number, visit: Visit) => number;
  /** The chance that the view where the user is is the last one, by whether it brought the first reward. */
  readonly stop?: (h: number, visit: Visit, rewarded: boolean) => number;
  /** A real reward, by a number of chance of its own. */
  readonly amount?: (amount: number, u: number) => number;
  /** After a trajectory, which `visit` holds: what the user remembers of it. */
  readonly after?: (visit: Visit) => void;
  /** After a trajectory: whether the user enters the next feed through its last item, whatever the world says. */
  readonly enters?: (visit: Visit, u: number) => boolean;
  /** Before a trajectory is written down. */
  readonly log?: (logged: Trajectory, visit: Visit, chance: Chance) => void;
  /** How many sessions of a robot are in the log for each user of the world. */
  readonly robot?: number;
}
