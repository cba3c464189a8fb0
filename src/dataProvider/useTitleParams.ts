import { useGetOne } from 'react-admin';
import { holdsOne } from '../contract/access.ts';
import { resources } from '../resources/index.ts';
import type { RouteEntry } from '../routes/entry.ts';
import { type Matched, matchRoute } from '../routes/match.ts';
import { recordIdIn } from '../routes/recordId.ts';
import { usePublicPath } from '../routes/usePublicPath.ts';

/** Returns the resource of the record that the page shows, and the path parameter with its id. */
const aboutOf = ({ about, page }: RouteEntry): RouteEntry['about'] => {
  if (about || typeof page !== 'object') return about;
  const resource = 'record' in page ? page.record : 'of' in page ? page.of : undefined;
  return resource === undefined ? undefined : { resource, id: 'id' };
};

/** Returns the parameters of the present page's title: values of the address, and the record's title once loaded. */
export const useTitleParams = (roles: readonly string[] = []): Matched['params'] => {
  const { entry, params = {} } = matchRoute(usePublicPath()) ?? {};
  const about = entry && aboutOf(entry);
  const resource = resources[about?.resource ?? ''];
  const id = recordIdIn(params[about?.id ?? '']);
  const enabled = resource !== undefined && id !== undefined && holdsOne(roles, entry?.roles);
  const { data } = useGetOne(resource?.name ?? '', { id }, { enabled });
  const title = resource && data?.[resource.title];
  if (!about) return params;
  if (id === undefined) return { ...params, record: params[about.id] };
  return { ...params, record: `№ ${id}`, ...(title && { record: String(title), [about.id]: String(title) }) };
};
