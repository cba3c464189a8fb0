/** Returns the record id in an address. Undefined if invalid. */
export const parseRecordId = (text = ''): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
