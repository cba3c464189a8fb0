/** How far the server's clock is ahead of this browser's, by the newest response. */
let aheadMs = 0;
/** Smaller differences are the header's whole seconds and the network. */
const toleratedMs = 5000;

/** Reads the `Date` header of a response that has just come. */
export const noteServerTime = (header: string | null): void => {
  const ahead = Date.parse(header ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) > toleratedMs ? ahead : 0;
};

/** The current moment by the server's clock, in milliseconds: moments of the server are compared with this one. */
export const serverNow = (): number => Date.now() + aheadMs;
