import { describe, expect, it } from "vitest";
import type { Component } from "../estimators/estimator.js";
import {
  caseWhen,
  column,
  divide,
  double,
  greater,
  lookup,
  max,
  plus,
  rowNumber,
  sum,
  times,
} from "../sql/expression.js";
import { factorByRanks } from "./factor-by-ranks.js";

const p = [1, 0.5, 0.25];
const at = (name: string) => lookup("p", p, column(name));
const rewarded = (value: Component["value"]): Component => ({ over: "rewarded", value });
const reward = column("h_reward_0");

describe("separate", () => {
  it("takes a reward times any function of displayed and target rank apart", () => {
    const found = factorByRanks(rewarded(times(reward, divide(at("h_rank_1"), at("h_rank")))));
    expect(found).toEqual({ target: "h_rank_1", factor: rewarded(reward) });
  });

  it("counts views where no reward is read, and knows no target where none is", () => {
    const weight: Component = { over: "rows", value: divide(at("h_rank_1"), at("h_rank")) };
    const one: Component = { over: "rows", value: double(1) };
    expect(factorByRanks(weight)).toEqual({ target: "h_rank_1", factor: one });
    expect(factorByRanks(rewarded(times(reward, at("h_rank"))))?.target).toBe(null);
  });

  it.each([
    ["a logged exposure", rewarded(times(reward, divide(at("h_rank_0"), column("h_exposure"))))],
    ["a squared reward", rewarded(times(times(reward, reward), at("h_rank")))],
    ["a reward and one", rewarded(times(plus(reward, double(1)), at("h_rank")))],
    [
      "a reward that only decides",
      rewarded(caseWhen([{ when: greater(reward, double(0)), then: at("h_rank") }], double(0))),
    ],
    ["two targets", rewarded(times(reward, divide(at("h_rank_0"), at("h_rank_1"))))],
    ["a place", rewarded(times(reward, lookup("p", p, rowNumber([], []))))],
    [
      "a trajectory",
      { over: "trajectories", value: sum(times(reward, at("h_rank"))) } as Component,
    ],
    ["an aggregate", { over: "trajectories", value: max(at("h_rank")) } as Component],
  ])("leaves %s together", (_what, component) => {
    expect(factorByRanks(component)).toBe(undefined);
  });
});
