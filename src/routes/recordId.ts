/** The number of a record in an address; undefined: it is no number that a record can have. */
export const recordIdIn = (text = ''): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
