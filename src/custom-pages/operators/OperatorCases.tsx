import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { accidents } from '../../resources/accidents.ts';
import { accidentsPath, listAddress } from '../../routes/listAddress.ts';
import { recordPath } from '../../schema/addresses.ts';
import { SectionPaper } from '../../screens/record/Sections.tsx';

const maxShownCases = 10;
const bucket = 'opened';

/**
 * Open cases of an operator, ordered by the time of the next phone call. Only the first ten are shown, with a link to
 * all.
 */
export const OperatorCases = ({ record }: { record: RaRecord }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const filter = { OperatorId: record.id };
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList(`${accidents.name}-${bucket}`, {
    filter,
    sort: { field: 'DateTimeOfNextCall', order: 'ASC' },
    pagination: { page: 1, perPage: maxShownCases },
    // The operator's version is part of the query key, because blocking an operator can hand the cases over to others.
    meta: { version: record.Version },
  });
  const allCasesPath = listAddress(accidentsPath(bucket), { filter: { OperatorId: String(record.id) } });
  return (
    <SectionPaper title={translate('admin.operatorCases.cases')}>
      {error && <FailureAlert text={translate('admin.operatorCases.casesFailed')} onRetry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={64} />}
      {data?.length === 0 && <Typography color="textSecondary">{translate('admin.operatorCases.noCases')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data?.map(row => (
          <Box
            component="li"
            key={row.id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}
          >
            <MuiLink component={Link} to={recordPath(accidents, row, bucket) ?? '/'} sx={{ py: 0.5 }}>
              #{row.CrashUniqueIdentifier}
            </MuiLink>
            <span>{row.ClientName}</span>
            <Typography component="span" color="textSecondary">
              {[formatMoment(new Date(row.CrashDateTime), locale), row.StatusOfRoadAccident].filter(Boolean).join(', ')}
            </Typography>
          </Box>
        ))}
      </Box>
      {total > maxShownCases && (
        <MuiLink component={Link} to={allCasesPath} sx={{ mt: 1, display: 'inline-block' }}>
          {translate('admin.operatorCases.allCases', { n: total })}
        </MuiLink>
      )}
    </SectionPaper>
  );
};
