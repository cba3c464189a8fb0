/** Time by which the server's clock is ahead of the browser's clock, ms. It comes from the newest response. */
let serverAheadMs = 0;
/**
 * Smaller differences between the two clocks are ignored, ms. They may come from the network, or from the whole seconds
 * of the `Date` header.
 */
const toleranceMs = 5000;

/** Stores the difference of the clocks from the `Date` header of a response that has just arrived. */
export const noteServerTime = (header: string | null): void => {
  const differenceMs = Date.parse(header ?? '') - Date.now();
  if (!Number.isNaN(differenceMs)) serverAheadMs = Math.abs(differenceMs) > toleranceMs ? differenceMs : 0;
};

/**
 * Returns the present time by the server's clock, milliseconds. Use it to compare times that the server sent with the
 * present.
 */
export const serverNow = (): number => Date.now() + serverAheadMs;
