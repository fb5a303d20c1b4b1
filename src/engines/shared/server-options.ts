import type { NumberOption, SecretsOption, SwitchOption } from "../engine-member.js";

interface WithName<Name extends string> {
  readonly name: Name;
}

const seconds = { kind: "number", min: 0, max: Number.POSITIVE_INFINITY, open: "min" } as const;

export const headers: SecretsOption & WithName<"headers"> = {
  name: "headers",
  kind: "secrets",
  purpose: "Headers sent with every request, for a proxy; results do not contain them.",
  otherwise: "none",
};

export const timeout: NumberOption & WithName<"timeout"> = {
  name: "timeout",
  ...seconds,
  purpose:
    "The longest time of one statement in seconds; after it the statement is stopped, on a server too.",
  otherwise: "no limit",
};

export const silence: NumberOption & WithName<"silence"> = {
  name: "silence",
  ...seconds,
  purpose:
    "Seconds without a word of a server that is at work, after which the connection counts as lost.",
  otherwise: "60",
};

export const connectTimeout: NumberOption & WithName<"connectTimeout"> = {
  name: "connectTimeout",
  ...seconds,
  purpose:
    "Seconds to wait for a server that does not answer, and for a lost connection to come back.",
  otherwise: "30",
};

export const hold: SwitchOption & WithName<"hold"> = {
  name: "hold",
  kind: "switch",
  purpose:
    "Whether rows that several statements read are held in temporary tables of the session, so that the log is read less often.",
  otherwise: "false",
};
