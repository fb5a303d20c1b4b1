import type { Reason } from "../../errors.js";
import { feedWords } from "./names.js";

/** A warning's sentence after the policy, reward and feed that its facts name. */
export function describeReason({ message, facts }: Reason): string {
  const { policy, reward, feed } = facts;
  const scope = [policy, reward, typeof feed === "string" ? feedWords(feed) : null];
  const said = scope.filter((part) => typeof part === "string").join(", ");
  return said === "" ? message : `${said}: ${message}`;
}
