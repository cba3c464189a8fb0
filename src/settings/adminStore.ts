/** Name of react-admin's store in local storage. */
export const adminStoreName = 'drivedesk';

/** Prefix of react-admin's keys in local storage. */
const prefix = `RaStore${adminStoreName}.`;

export const listParamsKey = (list: string): string => `${prefix}${list}.listParams`;

const ofLists = new RegExp(`^${prefix}.*\\.(listParams|selectedIds|view)$`);

/** Returns true if the key holds a list's search, filters, saved view or selection. */
export const isListState = (key: string): boolean => ofLists.test(key);
