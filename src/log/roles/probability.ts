/** What a probability may be divided by: weights, their squares and sums stay doubles. */
export const smallestProbability = 1e-70;
