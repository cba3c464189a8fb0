/** Records with a pending removal that can be undone. They are hidden from lists that are fetched meanwhile. */
const pending = new Set<string>();

const nameOf = (resource: string, id: unknown): string => `${resource} ${id}`;

export const addPendingRemoval = (resource: string, id: unknown): void => void pending.add(nameOf(resource, id));
export const deletePendingRemoval = (resource: string, id: unknown): void => void pending.delete(nameOf(resource, id));
export const isPendingRemoval = (resource: string, id: unknown): boolean => pending.has(nameOf(resource, id));
export const clearPendingRemovals = (): void => pending.clear();
