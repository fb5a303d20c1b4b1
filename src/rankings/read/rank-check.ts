import { type Reason, reason } from "../../errors.js";

/** How many lists ranks and scores can be compared in, and in how many they contradict each other. */
export interface RanksAndScores {
  readonly lists: number;
  readonly opposed: number;
}

/**
 * Compares ranks and scores, whatever the order of the lines: a list contradicts itself where its item of the
 * first rank has a lower score than that of the last.
 */
export interface RankCheck {
  readonly add: (user: number, rank: number, score: number) => void;
  readonly result: () => RanksAndScores;
}

/** Of one list: the first rank with its highest score, and the last with its lowest. */
interface Ends {
  first: number;
  best: number;
  last: number;
  worst: number;
}

export function rankCheck(): RankCheck {
  const all: Ends[] = [];
  return {
    add(user, rank, score) {
      const ends = all[user];
      if (ends === undefined) {
        all[user] = { first: rank, best: score, last: rank, worst: score };
        return;
      }
      if (rank < ends.first || (rank === ends.first && score > ends.best)) {
        [ends.first, ends.best] = [rank, score];
      }
      if (rank > ends.last || (rank === ends.last && score < ends.worst)) {
        [ends.last, ends.worst] = [rank, score];
      }
    },
    result() {
      const lists = all.filter(({ first, best, last, worst }) => first < last && best !== worst);
      return {
        lists: lists.length,
        opposed: lists.filter(({ best, worst }) => best < worst).length,
      };
    },
  };
}

/** The share of lists from which on ranks are right: a score that falls where the rank rises is a distance. */
const certain = 0.9;

export const isDistance = ({ lists, opposed }: RanksAndScores): boolean =>
  lists > 0 && opposed >= certain * lists;

/** What a reader must know where ranks and scores contradict each other in most lists. */
export function contradiction(
  name: string,
  { lists, opposed }: RanksAndScores,
  order: "rank" | "score",
  remedy: string,
): readonly Reason[] {
  if (opposed <= lists / 2) return [];
  const message = `${name}: in ${opposed} of ${lists} lists rank and score contradict each other (the item of the first rank has a lower score than that of the last, as distances have). The lists are ordered by ${order}. ${remedy}`;
  return [reason("ranksContradict", message, { file: name, lists, opposed, order })];
}
