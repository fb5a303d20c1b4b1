import type { LogColumn } from "../log-column.js";
import type { SessionBatch } from "./session-batch.js";
import { type DemoWorld, rankColumn } from "./world.js";

/** The columns of a simulated log, in the order of the file, over the impressions of one batch. */
export function logColumns(world: DemoWorld, { impressions }: SessionBatch): readonly LogColumn[] {
  const n = impressions.count;
  const names = world.feeds.map((feed) => feed.name);
  const feeds = Array.from(impressions.feed.subarray(0, n), (feed) => names[feed] ?? "");
  return [
    { name: "session_id", type: "BIGINT", data: impressions.session.subarray(0, n) },
    { name: "user_id", type: "BIGINT", data: impressions.user.subarray(0, n) },
    { name: "date", type: "DATE", data: impressions.day.subarray(0, n) },
    { name: "feed", type: "STRING", data: feeds },
    { name: "item_id", type: "BIGINT", data: impressions.item.subarray(0, n) },
    { name: "position", type: "INT32", data: impressions.position.subarray(0, n) },
    { name: "liked", type: "INT32", data: impressions.liked.subarray(0, n) },
    { name: "watched", type: "DOUBLE", data: impressions.watched.subarray(0, n) },
    { name: "list_length", type: "INT32", data: impressions.listLength.subarray(0, n) },
    ...world.policies.map(({ name }, at) => ({
      name: rankColumn(name),
      type: "INT32" as const,
      data: (impressions.ranks[at] ?? new Int32Array(0)).subarray(0, n),
    })),
  ];
}
