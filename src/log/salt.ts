/** A secret that stands before a key that is hashed. */
export interface Salt {
  readonly text: string;
  /** Tells two of them apart, and nothing else of them. */
  readonly fingerprint: string;
}
