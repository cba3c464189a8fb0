/** Name of react-admin's store in local storage. */
export const adminStoreName = 'drivedesk';

const keyPrefix = `RaStore${adminStoreName}.`;

export const listParamsKey = (list: string): string => `${keyPrefix}${list}.listParams`;

const listStatePattern = new RegExp(`^${keyPrefix}.*\\.(listParams|selectedIds|view)$`);

/** Returns true if the key of react-admin's store holds a list's search, filters, saved view or selection. */
export const isListState = (key: string): boolean => listStatePattern.test(key);
