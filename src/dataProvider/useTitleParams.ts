import { useGetOne } from 'react-admin';
import { hasAnyRole } from '../contract/access.ts';
import { resources } from '../resources/index.ts';
import type { RouteEntry } from '../routes/entry.ts';
import { type MatchedRoute, matchRoute } from '../routes/match.ts';
import { parseRecordId } from '../routes/recordId.ts';
import { usePublicPath } from '../routes/usePublicPath.ts';

/** Returns the resource of the record that the page shows, and the path parameter with its id. */
const shownRecordOf = ({ shownRecord, page }: RouteEntry): RouteEntry['shownRecord'] => {
  if (shownRecord || typeof page !== 'object') return shownRecord;
  const resource = 'record' in page ? page.record : 'resource' in page ? page.resource : undefined;
  return resource === undefined ? undefined : { resource, id: 'id' };
};

export const useTitleParams = (roles: readonly string[] = []): MatchedRoute['params'] => {
  const { entry, params = {} } = matchRoute(usePublicPath()) ?? {};
  const shownRecord = entry && shownRecordOf(entry);
  const resource = resources[shownRecord?.resource ?? ''];
  const id = parseRecordId(params[shownRecord?.id ?? '']);
  const enabled = resource !== undefined && id !== undefined && hasAnyRole(roles, entry?.roles);
  const { data } = useGetOne(resource?.name ?? '', { id }, { enabled });
  const title = resource && data?.[resource.title];
  if (!shownRecord) return params;
  if (id === undefined) return { ...params, record: params[shownRecord.id] };
  return { ...params, record: `#${id}`, ...(title && { record: String(title), [shownRecord.id]: String(title) }) };
};
