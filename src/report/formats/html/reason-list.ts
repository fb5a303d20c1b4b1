import type { Reason } from "../../../errors.js";
import { spaced } from "../../words/names.js";
import { describeReason } from "../../words/reason.js";
import { html, type Markup } from "./markup.js";

/** Warnings or problems, a sentence each after its code in words. */
export const reasonList = (reasons: readonly Reason[]): Markup =>
  html`<ul>${reasons.map((reason) => html`<li><strong>${spaced(reason.code)}</strong>: ${describeReason(reason)}</li>`)}</ul>`;
