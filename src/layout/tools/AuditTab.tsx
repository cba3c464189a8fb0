import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { holdsOne, rights } from '../../contract/access.ts';
import type { Locale } from '../../i18n/locale.ts';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import { resources } from '../../resources/index.ts';
import { useZone } from '../../settings/zone.ts';

const useAudit = (allowed: boolean) =>
  useQuery({
    queryKey: ['audit', 'latest'],
    queryFn: ({ signal }) => api('GET /api/v3/audit', { query: { sort: '["id","DESC"]', range: '[0,29]' }, signal }),
    enabled: allowed,
    refetchOnMount: 'always',
  });

/** A described resource says itself what its records are called. */
const nounOf = (entity: string, locale: Locale): string => {
  const noun = Object.values(resources).find(each => each.entity === entity)?.label[locale].one ?? entity;
  return noun.charAt(0).toUpperCase() + noun.slice(1);
};

/** The latest changes of the company, as the audit has them. */
export const AuditTab = () => {
  const translate = useTranslate();
  const [locale] = useAppLocale();
  const timeZone = useZone() || undefined;
  const allowed = holdsOne(useAccount()?.Roles ?? [], rights.audit);
  const { data, isError } = useAudit(allowed);
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'short' });
  // A word the catalogue does not have is shown as the audit has it.
  const word = (kind: string, name: string) =>
    translate(`frame.audit.${kind}.${name}`, { _: kind === 'entity' ? nounOf(name, locale) : name });

  if (!allowed) return <Typography color="textSecondary">{translate('frame.quick.auditRefused')}</Typography>;
  if (isError) return <Alert severity="error">{translate('frame.quick.auditFailed')}</Alert>;
  if (!data) return [1, 2, 3, 4, 5].map(line => <Skeleton key={line} height={48} />);
  if (data.length === 0) return <Typography color="textSecondary">{translate('frame.quick.auditEmpty')}</Typography>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(({ id, at, actorName, entity, entityId, action, reason }) => (
        <Box key={id} component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {word('entity', entity)} #{entityId}: {word('action', action)}
          </Typography>
          {reason && <Typography color="textSecondary">{reason}</Typography>}
          <Typography variant="caption" color="textSecondary">
            <time dateTime={at}>{moment.format(new Date(at))}</time>
            {actorName && ` · ${actorName}`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
