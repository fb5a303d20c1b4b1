/** An estimate under one clip; of several the first clips least (its bias is the smallest). */
export interface ClipPoint {
  readonly value: number;
  readonly se: number;
  /** Half the width of its interval at the level that the choice asks for. */
  readonly width: number;
}

/**
 * A rule that chooses a clip from the estimates under several. What it chooses depends on the data: its interval
 * no longer holds the truth as often as it says, unless it comes from other users.
 */
export interface ClipChoice {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  /** The index of the chosen point; the list is not empty. */
  readonly choose: (points: readonly ClipPoint[]) => number;
}
