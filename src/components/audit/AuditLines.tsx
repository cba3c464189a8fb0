import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { hasAnyRole } from '../../contract/access.ts';
import type { Locale } from '../../i18n/locale.ts';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import { resources } from '../../resources/index.ts';
import { recordPathById } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import { formatMoment } from '../../schema/kinds/format.ts';
import { useZone } from '../../settings/zone.ts';

interface Reader {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

/**
 * Returns the label of an action. A move of the life cycle has the label of its button, other actions have the words of
 * the audit.
 */
export const actionText = (resource: Resource | undefined, name: string, { locale, translate }: Reader): string => {
  const action = resource?.actions?.[name];
  const label = action && translate(`resources.${resource?.name}.actions.${name}.label`, { _: action.label[locale] });
  return action?.fromStates && label ? label : translate(`audit.action.${name}`, { _: label ?? name });
};

const useAudit = (actorId: number | undefined, count: number) =>
  useQuery({
    queryKey: ['audit', 'latest', actorId, count],
    queryFn: ({ signal }) => {
      const filter = actorId === undefined ? {} : { filter: JSON.stringify({ actorId }) };
      return api('GET /api/v3/audit')({
        query: { sort: '["id","DESC"]', range: `[0,${count - 1}]`, ...filter },
        signal,
      });
    },
  });

const resourceOfEntity = (entity: string) => Object.values(resources).find(resource => resource.entity === entity);

/**
 * Returns the noun for one record of an entity, with a capital letter. Entities without a description return their own
 * name.
 */
const nounOf = (entity: string, translate: (key: string, options?: object) => string): string => {
  const resource = resourceOfEntity(entity);
  const noun = resource ? translate(`resources.${resource.name}.name`, { smart_count: 1 }) : entity;
  return noun.charAt(0).toUpperCase() + noun.slice(1);
};

/**
 * Returns the path of a record's page. Undefined if the reader may not see the record, or if the path needs more than
 * the id.
 */
const recordPathOf = (entity: string, id: number, roles: readonly string[]): string | undefined => {
  const resource = resourceOfEntity(entity);
  return resource && hasAnyRole(roles, resource.access.read) ? recordPathById(resource, id) : undefined;
};

interface Props {
  /** Roles of the reader. Lines link only to pages that the reader may see. */
  readonly roles: readonly string[];
  readonly actorId?: number;
  readonly count?: number;
}

/** List of the latest changes in the audit, of the whole company or of one person. */
export const AuditLines = ({ roles, actorId, count = 30 }: Props) => {
  const translate = useTranslate();
  const [locale] = useAppLocale();
  const zone = useZone();
  const { data, isError } = useAudit(actorId, count);
  const entityText = (name: string) => translate(`audit.entity.${name}`, { _: nounOf(name, translate) });

  if (isError) return <Alert severity="error">{translate('audit.failed')}</Alert>;
  if (!data) return [1, 2, 3, 4, 5].map(line => <Skeleton key={line} height={48} />);
  if (data.length === 0) return <Typography color="textSecondary">{translate('audit.empty')}</Typography>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(({ id, at, actorName, entity, entityId, title, action, reason }) => {
        const name = `${entityText(entity)} ${title ?? `#${entityId}`}`;
        const address = recordPathOf(entity, entityId, roles);
        return (
          <Box key={id} component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {address ? (
                <MuiLink component={Link} to={address} underline="always">
                  {name}
                </MuiLink>
              ) : (
                name
              )}
              {`: ${actionText(resourceOfEntity(entity), action, { locale, translate })}`}
            </Typography>
            {reason && <Typography color="textSecondary">{reason}</Typography>}
            <Typography variant="caption" color="textSecondary">
              <time dateTime={at}>{formatMoment(new Date(at), locale, zone)}</time>
              {actorName && actorId === undefined && ` · ${actorName}`}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
};
