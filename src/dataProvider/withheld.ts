/** Records with a pending removal that can be undone. They are hidden from lists that are fetched meanwhile. */
const withheld = new Set<string>();

const nameOf = (resource: string, id: unknown): string => `${resource} ${id}`;

export const withhold = (resource: string, id: unknown): void => void withheld.add(nameOf(resource, id));
export const release = (resource: string, id: unknown): void => void withheld.delete(nameOf(resource, id));
export const isWithheld = (resource: string, id: unknown): boolean => withheld.has(nameOf(resource, id));
export const releaseAll = (): void => withheld.clear();
