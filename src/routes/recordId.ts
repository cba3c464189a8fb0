/** The record id in an address; undefined if invalid. */
export const recordIdIn = (text = ''): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
