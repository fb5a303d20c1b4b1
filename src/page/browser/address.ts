import { hashOf, type Offered, type State, saidIn } from "../choice.js";
import type { Looks } from "./looks.js";

/** What is chosen and looked at on a page, as its address says it. */
export interface Address extends Looks {
  readonly state: () => State;
  /** As another entry of the history, or in place of this one. */
  readonly choose: (state: State, how: "pushState" | "replaceState") => void;
  /** Takes what the address says now; returns what of it the page does not have. */
  readonly follow: () => readonly string[];
  /** Hears of another address: one of the history, or one that a reader typed. */
  readonly onChange: (changed: () => void) => void;
}

/** Entries of the history that the page wrote. */
const own = "hindcast";

export function addressOf(offered: readonly Offered[], signal: AbortSignal): Address {
  let [state, looks]: [State, State] = [{}, {}];
  const write = (how: "pushState" | "replaceState"): void => {
    const hash = hashOf(state, offered, looks);
    const anchor = how === "replaceState" && !location.hash.includes("=") ? location.hash : "";
    history[how](own, "", `${location.href.split("#")[0]}${hash || anchor}`);
  };
  // A page that is gone back to has the run, wherever its anchor leads.
  history.replaceState(own, "");
  return {
    state: () => state,
    choose(next, how) {
      state = next;
      write(how);
    },
    follow() {
      const said = saidIn(location.hash, offered);
      ({ state, looks } = said);
      return said.lost;
    },
    read: (name) => looks[name],
    write(name, value) {
      if (looks[name] === value) return;
      const { [name]: _, ...others } = looks;
      looks = value === undefined ? others : { ...others, [name]: value };
      write("replaceState");
    },
    onChange(changed) {
      const heard = (): void => {
        if (history.state === own || location.hash.includes("=")) changed();
        // An anchor takes the place of what was chosen, which is put back.
        else write("replaceState");
      };
      addEventListener("hashchange", heard, { signal });
    },
  };
}
