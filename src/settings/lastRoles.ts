const storageKey = 'approles';

/**
 * Returns the roles of the account that was last signed in in this browser. Undefined if there was none. The roles only
 * decide what is prefetched. Only the server decides about rights.
 */
export const readLastRoles = (): readonly string[] | undefined => localStorage.getItem(storageKey)?.split(' ');

export const saveLastRoles = (roles: readonly string[]): void => localStorage.setItem(storageKey, roles.join(' '));
