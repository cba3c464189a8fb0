/** Returns the record id that a path parameter holds. Undefined if it is no valid id. */
export const parseRecordId = (text = ''): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
