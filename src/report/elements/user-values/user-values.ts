import type { RankResult } from "../../../answers/index.js";
import { defineElement, type Element } from "../../element.js";
import { numeric, texts } from "../../formats/grid.js";

export const userValues: Element<RankResult> = defineElement({
  name: "user-values",
  title: null,
  view: ({ perUser }: RankResult) =>
    perUser === undefined || perUser.length === 0 ? null : perUser,
  body: (rows, { format }) =>
    format === "text"
      ? [
          {
            caption: "By user",
            columns: [...texts("run", "measure", "user"), ...numeric("value")],
            rows: rows.map(({ run, measure, user, value }) => [
              run,
              measure,
              user,
              value === null ? "left out" : String(value),
            ]),
          },
        ]
      : [],
  csv: {
    columns: ["row", "run", "measure", "user", "value"],
    rows: (rows) =>
      rows.map(({ run, measure, user, value }) => ({ row: "user", run, measure, user, value })),
  },
});
