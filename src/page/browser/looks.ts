/** What a reader looks at in a document, by name, as the address says it; undefined where nothing is chosen. */
export interface Looks {
  readonly read: (name: string) => string | undefined;
  readonly write: (name: string, value: string | undefined) => void;
}
