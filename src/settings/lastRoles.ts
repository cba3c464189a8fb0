const key = 'approles';

/** Roles of the account that was seen in this browser last; undefined: none was. The server alone decides what they may. */
export const readLastRoles = (): readonly string[] | undefined => localStorage.getItem(key)?.split(' ');

export const saveLastRoles = (roles: readonly string[]): void => localStorage.setItem(key, roles.join(' '));
