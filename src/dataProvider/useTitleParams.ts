import { useGetOne } from 'ra-core';
import { holdsOne } from '../contract/access.ts';
import { resources } from '../resources/index.ts';
import { type Matched, matchRoute } from '../routes/match.ts';
import { recordIdIn } from '../routes/recordId.ts';
import { usePublicPath } from '../routes/useHere.ts';
import { useVoucherDetails } from './useVoucherDetails.ts';

/** Title of the page's record; its id until that is loaded. */
const useRecordTitle = (here: Matched | undefined, allowed: boolean): string | undefined => {
  const page = here?.entry.page;
  const name =
    typeof page === 'object' ? ('record' in page ? page.record : 'of' in page ? page.of : undefined) : undefined;
  const resource = name === undefined ? undefined : resources[name];
  const id = recordIdIn(here?.params.id);
  const { data } = useGetOne(name ?? '', { id }, { enabled: allowed && resource !== undefined && id !== undefined });
  if (!resource || id === undefined) return undefined;
  return data ? String(data[resource.title] ?? `№ ${id}`) : `№ ${id}`;
};

/** Parameters of the current page's title: from the address, or the record's title once loaded. */
export const useTitleParams = (roles: readonly string[] = []): Matched['params'] => {
  const here = matchRoute(usePublicPath());
  const allowed = here !== undefined && holdsOne(roles, here.entry.roles);
  const number = useVoucherDetails(allowed ? recordIdIn(here.params.voucherId) : undefined).data?.VoucherNumber;
  const record = useRecordTitle(here, allowed);
  return { ...here?.params, ...(number && { voucherId: number }), ...(record && { record }) };
};
