import type { Shown, TextFormat } from "../answers.js";
import type { State } from "../choice.js";
import type { Taken } from "../take-tally.js";

/** What a page asks of its worker. */
export type Asked =
  | { readonly ask: "open"; readonly blocks: Readonly<Record<string, string>> }
  | { readonly ask: "show"; readonly id: number; readonly state: State }
  | {
      readonly ask: "take";
      readonly id: number;
      readonly bytes: ArrayBuffer;
      readonly file: string;
    }
  | {
      readonly ask: "text";
      readonly id: number;
      readonly state: State;
      readonly format: TextFormat;
    };

/** What the worker tells, by the number of the question. */
export type Told = { readonly id: number } & (
  | { readonly shown: Shown }
  | { readonly taken: Taken }
  | { readonly text: string }
  | { readonly fault: string }
);
