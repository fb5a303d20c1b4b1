export interface ViewToPredict {
  readonly user: number;
  readonly item: number;
  readonly reward: number;
}

/** Predictions of each view's reward, made from all views. */
export type Predict = (views: readonly ViewToPredict[]) => Promise<readonly number[]>;

export interface RewardModelLaw {
  readonly name: string;
  readonly check: (predict: Predict, views: readonly ViewToPredict[]) => Promise<void>;
}

export const rewardModelLaws: readonly RewardModelLaw[] = [
  { name: "no user's own reward enters the user's predictions", check: otherUsersAlone },
  { name: "rewards that are all one are predicted by that one", check: constantIsPredicted },
  { name: "the order of views does not matter, to the last bit", check: orderIsIgnored },
  { name: "an item that others like more is predicted higher", check: itemsAreToldApart },
];

async function otherUsersAlone(predict: Predict, views: readonly ViewToPredict[]): Promise<void> {
  const before = await predict(views);
  for (const user of new Set(views.map((view) => view.user))) {
    const after = await predict(
      views.map((view) => (view.user === user ? { ...view, reward: 1 - view.reward } : view)),
    );
    views.forEach((view, i) => {
      if (view.user !== user || before[i] === after[i]) return;
      throw new Error(
        `the prediction of item ${view.item} for user ${user} went from ${before[i]} to ${after[i]} with the user's own rewards`,
      );
    });
  }
}

async function constantIsPredicted(
  predict: Predict,
  views: readonly ViewToPredict[],
): Promise<void> {
  const predictions = await predict(views.map((view) => ({ ...view, reward: 0.75 })));
  const odd = predictions.find((value) => Math.abs(value - 0.75) > 1e-12);
  if (odd !== undefined) throw new Error(`rewards of 0.75 are predicted as ${odd}`);
}

async function orderIsIgnored(predict: Predict, views: readonly ViewToPredict[]): Promise<void> {
  const thirds = views.map((view) => ({ ...view, reward: view.reward / 3 + view.item / 7 }));
  const [forward, backward] = [await predict(thirds), await predict(thirds.toReversed())];
  forward.forEach((value, i) => {
    const other = backward[backward.length - 1 - i];
    if (value !== other) throw new Error(`${value} became ${other} in another order of views`);
  });
}

async function itemsAreToldApart(predict: Predict, views: readonly ViewToPredict[]): Promise<void> {
  const predictions = await predict(views.map((view) => ({ ...view, reward: view.item % 2 })));
  const of = (odd: number): readonly number[] =>
    predictions.filter((_, i) => (views[i]?.item ?? 0) % 2 === odd);
  const [least, most] = [Math.min(...of(1)), Math.max(...of(0))];
  if (least <= most) {
    throw new Error(`an item that earns 1 is predicted as ${least}, one that earns 0 as ${most}`);
  }
}
