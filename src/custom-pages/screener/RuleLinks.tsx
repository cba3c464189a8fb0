import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { anomalies } from '../../resources/anomalies.ts';
import { scoring } from '../../resources/scoring.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { listAddress } from '../../routes/listAddress.ts';
import { toPublic } from '../../routes/pathMap.ts';

interface Rule {
  readonly name: string;
  readonly resource: string;
  readonly filter: Readonly<Record<string, string>>;
}

const endingSoonDays = 30;

/**
 * Returns the checks for problems, such as silent devices. Each check is a filter of a list, so that the user can
 * handle its results in the list.
 */
const listRules = (now: Date): readonly Rule[] => {
  const soonDate = new Date(now.getTime() + endingSoonDays * 86_400_000);
  const toDay = (date: Date) => date.toISOString().slice(0, 10);
  return [
    { name: 'silent', resource: anomalies.name, filter: { Kind: 'silence' } },
    { name: 'mileage', resource: anomalies.name, filter: { Kind: 'mileage' } },
    { name: 'power', resource: anomalies.name, filter: { Kind: 'powerCut' } },
    { name: 'all', resource: anomalies.name, filter: {} },
    { name: 'risky', resource: scoring.name, filter: { Band: 'risky' } },
    {
      name: 'ending',
      resource: vouchers.name,
      filter: { ContractEndDateFrom: toDay(now), ContractEndDateTo: toDay(soonDate) },
    },
  ];
};

const listPathOf = ({ resource, filter }: Rule): string => listAddress(toPublic(`/${resource}`), { filter });

/** A check with the number of records that it finds. If the count fails, the card offers a retry. */
const RuleCard = ({ rule }: { rule: Rule }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const { total, error, isFetching, refetch } = useGetList(rule.resource, {
    filter: rule.filter,
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
  });
  const title = translate(`screener.rules.${rule.name}`);
  const hasFailed = error && !isFetching && total === undefined;
  return (
    <Box
      sx={{
        ...{ display: 'flex', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' },
        '&:has(a:hover)': { borderColor: 'primary.main' },
      }}
    >
      <ButtonBase
        component={Link}
        to={listPathOf(rule)}
        sx={{
          ...{ flex: 1, display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 },
          ...{ p: { xs: 1, sm: 2 }, borderRadius: 1, textAlign: 'start' },
        }}
      >
        <Typography variant="h4" component="span">
          {title}
        </Typography>
        {!hasFailed && (
          <Typography variant="h1" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {total === undefined ? <Skeleton width="3ch" /> : formatNumber(total, 0, locale)}
          </Typography>
        )}
      </ButtonBase>
      {hasFailed && (
        <Button
          size="small"
          color="error"
          aria-label={`${translate('shell.retry')}: ${title}`}
          onClick={() => void refetch()}
        >
          {translate('shell.retry')}
        </Button>
      )}
    </Box>
  );
};

/** Resources whose lists have checks for problems. */
const checkedResources = [anomalies.name, scoring.name, vouchers.name];

const SavedRules = () => {
  const translate = useTranslate();
  const templateQueries = useQueries({
    queries: checkedResources.map(resource => ({
      queryKey: ['filterTemplates', resource, 'screener'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('GET /api/v3/filtertemplates')({ query: { resource }, signal }),
    })),
  });
  const failedQueries = templateQueries.filter(({ isError }) => isError);
  return (
    <>
      {templateQueries.map(({ data = [] }, index) =>
        data.map(({ Id, Name }) => (
          <Chip
            key={Id}
            component={Link}
            to={`${toPublic(`/${checkedResources[index]}`)}?view=${Id}`}
            clickable
            variant="outlined"
            label={Name}
          />
        )),
      )}
      {failedQueries.length > 0 && (
        <FailureAlert
          text={translate('screener.rules.savedFailed')}
          onRetry={() => Promise.all(failedQueries.map(({ refetch }) => refetch()))}
        />
      )}
    </>
  );
};

/**
 * Checks of all vouchers and devices of the company for problems. Each check shows its number of results and links to
 * the list.
 */
export const RuleLinks = () => {
  const translate = useTranslate();
  const title = translate('screener.rules.title');
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h1" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box
        sx={{
          ...{ display: 'grid', gap: { xs: 1, sm: 1.5 } },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
        }}
      >
        {listRules(new Date(serverNow())).map(rule => (
          <RuleCard key={rule.name} rule={rule} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, '&:empty': { display: 'none' } }}>
        <SavedRules />
      </Box>
    </Box>
  );
};
