import { expect, it } from "vitest";
import { verdict } from "../../test/fixture/fixture-result.js";
import { reason } from "../errors.js";
import { withholdVerdict } from "../evaluate/conclude/withheld.js";
import { tallyDiffs } from "./tally-lines.js";

it.each(["support", "noReward"] as const)(
  "prints no number of a line that %s withholds",
  (code) => {
    const whole = verdict({ se: 0.01 });
    const why = reason(code, "It is open.");
    const open = withholdVerdict(verdict({ se: 0.01, verdict: "cannotTell", reason: why }));
    const [line] = tallyDiffs([whole], [open]);
    expect(line?.before).toEqual({ verdict: whole.verdict, value: whole.value });
    expect(line).toMatchObject({ after: { verdict: "cannotTell", value: null }, change: null });
    expect(tallyDiffs([whole], [whole])[0]?.change).toMatchObject({ value: 0 });
  },
);
