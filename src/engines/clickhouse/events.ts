export type Event =
  | { readonly meta: readonly MetaColumn[] }
  | { readonly row: readonly unknown[] }
  | { readonly progress: ServerProgress }
  | { readonly exception: string }
  | Readonly<Record<"rows_before_limit_at_least", unknown>>;

export interface MetaColumn {
  readonly name: string;
  readonly type: string;
}

export interface ServerProgress {
  readonly read_rows?: string;
  readonly total_rows_to_read?: string;
}

/**
 * The event of a line; undefined where the line is not an event. Servers write an exception in the middle of
 * a result as an event, or as text that takes the rest of the body.
 */
export function readEvent(line: string): Event | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Event;
  } catch {
    return undefined;
  }
}
