import { suspects } from "../log/structure.js";
import type { StructureColumns, TallyRequest } from "./request.js";

/** So many rows are worth a second pass, should the quick check find anything. */
const manyRows = 2 ** 20;

/**
 * Takes a pass by trajectory with the one sum that sound trajectories satisfy, and once more with the checks
 * that tell what is wrong where a trajectory does not. Few rows are checked in full at once. `check` takes
 * what is found of the structure alone, where the rest of the pass does not depend on it.
 */
export async function withQuickCheck<
  Request extends Pick<TallyRequest, "structure" | "impressions">,
  Found extends { readonly structure: Readonly<Record<string, number>> },
>(
  request: Request,
  take: (request: Request) => Promise<Found>,
  check?: (request: Request) => Promise<Pick<Found, "structure">>,
): Promise<Found> {
  const { structure, impressions } = request;
  if (structure.quick === undefined || impressions < manyRows) return take(request);
  const answer = await take({ ...request, structure: structure.quick });
  if (answer.structure[suspects] === 0) return { ...answer, structure: nothingFound(structure) };
  return check === undefined ? take(request) : { ...answer, ...(await check(request)) };
}

const nothingFound = ({ outer }: StructureColumns): Readonly<Record<string, number>> =>
  Object.fromEntries(outer.map(([name]) => [name, 0]));
