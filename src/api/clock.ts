/** Milliseconds by which the server's clock is ahead of the browser's, by the newest response. */
let aheadMs = 0;
/** Smaller differences come from the header's whole seconds and the network. */
const toleratedMs = 5000;

/** Reads the `Date` header of a response that has just arrived. */
export const noteServerTime = (header: string | null): void => {
  const ahead = Date.parse(header ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) > toleratedMs ? ahead : 0;
};

/** Returns the present time by the server's clock, milliseconds. Compare times of the server with this one. */
export const serverNow = (): number => Date.now() + aheadMs;
