import { engineInput } from "./engine-section.js";
import { estimatorInput } from "./estimators-section.js";
import { logInput } from "./log-section.js";
import { onlineResultsInput } from "./online-results-section.js";
import { policiesInput } from "./policies-section.js";
import type { Study } from "./study.js";

/**
 * The study as its user could have written it, every default spelled out and JSON-serialisable:
 * `readStudy(studyInput(study))` equals `study`, but for secrets in sources, an engine's
 * address and headers, and where a salt lies. Results echo it.
 */
export function studyInput(study: Study): Readonly<Record<string, unknown>> {
  const {
    log,
    exposure,
    policies,
    online,
    decide,
    estimators,
    engine,
    privacy: { saltFile: __, ...privacy },
    members: _,
    ...rest
  } = study;
  return {
    log: logInput({ log, exposure }),
    policies: policiesInput(policies),
    ...(online === undefined ? {} : { online: onlineResultsInput(online) }),
    ...(decide === undefined ? {} : { decide: estimatorInput(decide) }),
    estimators: estimators.map(estimatorInput),
    ...rest,
    privacy,
    engine: engineInput(engine),
  };
}
