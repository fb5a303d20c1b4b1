import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { byText } from "../log/strata.js";
import { regroup } from "./fold.js";
import { noBucket, type Tally, type TallyTable } from "./tally.js";

/**
 * An exact tally with its users in the order of a digest of their own sums. The order of their keys would tell whose
 * row is whose to everybody who knows the keys; this one tells nothing that the sums do not.
 */
export function withoutOrder<About>(tally: Tally<About>): Tally<About> {
  const { buckets } = tally;
  if (buckets.kind === "hashed") return tally;
  const tables = mapped(tally.tables, (bucket) => bucket);
  const digests = digestsOf(Object.values(tables), buckets.hashes.length);
  const order = [...digests.keys()].sort((a, b) => byText(digests[a] ?? "", digests[b] ?? ""));
  const places = new Map(order.map((bucket, place) => [bucket, place]));
  const moved = (bucket: number): number => places.get(bucket) ?? bucket;
  const frequent = buckets.frequent
    ?.map((user) => ({ ...user, bucket: moved(user.bucket) }))
    .sort((a, b) => a.bucket - b.bucket);
  return {
    ...tally,
    buckets: {
      ...buckets,
      hashes: order.map((bucket) => buckets.hashes[bucket] ?? 0),
      ...(frequent && { frequent }),
    },
    tables: mapped(tables, moved),
  };
}

const mapped = (
  tables: Tally["tables"],
  bucketOf: (bucket: number) => number,
): Record<string, TallyTable> =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, regroup([table], bucketOf)]),
  );

/** Of every bucket: what its rows hold in all tables. */
function digestsOf(tables: readonly TallyTable[], buckets: number): readonly string[] {
  const hashes = Array.from({ length: buckets }, () => sha256.create());
  for (const [at, { rows, bucket, stratum, keys, columns }] of tables.entries()) {
    const numbers = [
      ...Object.values(keys),
      ...Object.values(columns).flatMap(({ hi, lo }) => (lo === null ? [hi] : [hi, lo])),
    ];
    const row = new Float64Array(2 + numbers.length);
    for (let i = 0; i < rows; i++) {
      if (bucket[i] === noBucket) continue;
      row.set([at, stratum[i] ?? 0]);
      numbers.forEach((values, column) => {
        row[column + 2] = values[i] ?? 0;
      });
      hashes[bucket[i] ?? 0]?.update(new Uint8Array(row.buffer));
    }
  }
  return hashes.map((hash) => bytesToHex(hash.digest()));
}
