type Query = Record<string, unknown>;

/** Parameters that Kendo's grids send empty when nothing is chosen. */
const gridParameters = ['sort', 'filter', 'group', 'aggregate'];

/** Removes what the clients of the legacy lists add to every query: empty parameters, and `_` against caches. */
const withoutClientNoise = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => name !== '_' && !(value === '' && gridParameters.includes(name))),
  );

/** Whether a path is of the first interface: without a version, or of version 1. */
const isLegacyPath = (path: string): boolean => !/^\/api\/v(?!1\/)\d/.test(path);

/**
 * Returns how a call's query is cleaned before it is checked; undefined: it is checked as it was sent. Clients of the first
 * interface send parameters that it never had, and expect them to be ignored.
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
