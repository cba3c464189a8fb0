/** Server's clock minus browser's clock according to the newest response, ms. */
let aheadMs = 0;
/** Smaller differences are ignored. They may come from the network, or from the whole seconds of the `Date` header. */
const toleratedMs = 5000;

/** Reads the `Date` header of a response that has just arrived. */
export const noteServerTime = (header: string | null): void => {
  const ahead = Date.parse(header ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) > toleratedMs ? ahead : 0;
};

/**
 * Returns the present time by the server's clock, milliseconds. Use it to compare times that the server sent with the
 * present.
 */
export const serverNow = (): number => Date.now() + aheadMs;
