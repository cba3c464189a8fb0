type Query = Record<string, unknown>;

/** Parameters that Kendo's grids send empty without a choice. */
const gridParameters = ['sort', 'filter', 'group', 'aggregate'];

/** Removes parameters that the clients of the legacy lists add to every query: empty ones, and `_` against caches. */
const withoutClientNoise = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => name !== '_' && !(value === '' && gridParameters.includes(name))),
  );

/** Whether a path belongs to the first interface: without a version, or version 1. */
const isLegacyPath = (path: string): boolean => !/^\/api\/v(?!1\/)\d/.test(path);

/**
 * Returns a function that cleans a call's query before its validation. Undefined: no cleaning.
 * Clients of the first interface send parameters that the interface never had, and expect them to be ignored.
 */
export const queryReader = (
  method: string,
  path: string,
  schema: { readonly properties?: unknown },
): ((query: Query) => Query) | undefined => {
  if (!isLegacyPath(path)) return method === 'GET' && !path.startsWith('/api/v3/') ? withoutClientNoise : undefined;
  const known = new Set(Object.keys((schema.properties as object | undefined) ?? {}));
  return query => Object.fromEntries(Object.entries(withoutClientNoise(query)).filter(([name]) => known.has(name)));
};
