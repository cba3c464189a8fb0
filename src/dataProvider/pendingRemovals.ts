/**
 * Records whose removal can still be undone. They are not removed on the server yet, so lists that are fetched now hide
 * them.
 */
const pendingKeys = new Set<string>();

const removalKey = (resource: string, id: unknown): string => `${resource} ${id}`;

export const addPendingRemoval = (resource: string, id: unknown): void =>
  void pendingKeys.add(removalKey(resource, id));
export const deletePendingRemoval = (resource: string, id: unknown): void =>
  void pendingKeys.delete(removalKey(resource, id));
export const isPendingRemoval = (resource: string, id: unknown): boolean => pendingKeys.has(removalKey(resource, id));
export const clearPendingRemovals = (): void => pendingKeys.clear();
