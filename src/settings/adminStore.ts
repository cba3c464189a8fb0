/** Name that react-admin's store has in this browser. */
export const adminStoreName = 'drivedesk';

/** Begins every key under which react-admin keeps something there. */
const prefix = `RaStore${adminStoreName}.`;

export const listParamsKey = (list: string): string => `${prefix}${list}.listParams`;

const ofLists = new RegExp(`^${prefix}.*\\.(listParams|selectedIds)$`);

/** Whether it is what somebody looked for or chose in a list. */
export const isListState = (key: string): boolean => ofLists.test(key);
