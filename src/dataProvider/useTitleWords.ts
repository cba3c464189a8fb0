import { holdsOne } from '../contract/access.ts';
import { type Matched, matchRoute } from '../routes/match.ts';
import { usePublicPath } from '../routes/useHere.ts';
import { useVoucherDetails } from './useVoucherDetails.ts';

const idOf = (text = ''): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** What the title of the page one is on is filled with: what its address says, or better what the server knows of it. */
export const useTitleWords = (roles: readonly string[] = []): Matched['params'] => {
  const here = matchRoute(usePublicPath());
  const id = here && holdsOne(roles, here.entry.roles) ? idOf(here.params.voucherId) : undefined;
  const number = useVoucherDetails(id).data?.VoucherNumber;
  return { ...here?.params, ...(number && { voucherId: number }) };
};
