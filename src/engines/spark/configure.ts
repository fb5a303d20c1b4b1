import { EngineError, InternalError, reason } from "../../errors.js";
import { sparkSettings } from "../../sql/dialects/spark.js";
import { parseFailure } from "./parse-failure.js";

export type ConfigOperation =
  | { readonly set: { readonly pairs: Setting[] } }
  | { readonly get: { readonly keys: string[] } };

interface Setting {
  readonly key: string;
  readonly value: string;
}

interface ConfigAnswer {
  readonly serverSideSessionId: string;
  readonly pairs: readonly Setting[];
}

/** Of these no number depends: texts of ours hold no `${`. */
const dispensable: readonly string[] = ["spark.sql.variable.substitute"];

const settings: Setting[] = Object.entries(sparkSettings).map(([key, value]) => ({
  key,
  value,
}));

/**
 * Sets what statements rely on, and returns the server's first answer. A server that refuses a setting, as those
 * do that others administer, is used without it where it has the value anyway or where no number depends on it;
 * else an EngineError names the setting.
 */
export async function configure<Answer extends ConfigAnswer>(
  send: (operation: ConfigOperation) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({ set: { pairs: settings } });
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
  }
  let last: Answer | undefined;
  for (const setting of settings) last = (await setAlone(setting, send)) ?? last;
  if (last === undefined) throw new InternalError("Spark was given no setting.");
  return last;
}

/** The server's answer; none where it refuses a setting that it can do without. */
async function setAlone<Answer extends ConfigAnswer>(
  setting: Setting,
  send: (operation: ConfigOperation) => Promise<Answer>,
): Promise<Answer | undefined> {
  const { key, value } = setting;
  try {
    return await send({ set: { pairs: [setting] } });
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    if (dispensable.includes(key)) return undefined;
    const answer = await unlessRefused(send({ get: { keys: [key] } }));
    const reply = answer?.pairs.find((pair) => pair.key === key)?.value;
    if (reply?.toLowerCase() !== value.toLowerCase()) throw refused(setting, reply, cause);
    return answer;
  }
}

const unlessRefused = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((cause: unknown) => {
    if (isRefusal(cause)) return undefined;
    throw cause;
  });

const isRefusal = (cause: unknown): boolean => {
  const { fromServer, errorClass = "" } = parseFailure(cause);
  return fromServer && /CONF/.test(errorClass);
};

function refused({ key, value }: Setting, reply: string | undefined, cause: unknown): EngineError {
  const is = reply === undefined ? "does not tell its value" : `has ${JSON.stringify(reply)}`;
  const message = `Spark refuses to set ${key} to "${value}" for this session, and ${is}; numbers depend on it. Ask who runs the server to set it so, or use another server.`;
  const facts = { setting: key, expected: value, came: reply ?? null };
  return new EngineError("auth", reason("settingsRefused", message, facts), { cause });
}
