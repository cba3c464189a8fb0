import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TableContainer from '@mui/material/TableContainer';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { FiguresTable } from '../../../components/charts/ChartFigure.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { bandColour, bandKey, scoreText } from '../../../components/score/ScoreText.tsx';
import { type DriverBand, driverBands, type PortfolioCut, portfolioCuts } from '../../../contract/scoring.ts';
import type { Portfolio as PortfolioData } from '../../../contract/shapes/portfolio.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { scoring } from '../../../resources/scoring.ts';
import { listAddress } from '../../../routes/listAddress.ts';
import { parametersOfField } from '../../../schema/filters.ts';
import { type ExportedColumn, kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';

type Filter = Readonly<Record<string, unknown>>;
type Group = PortfolioData['Groups'][number];

const filterOfGroup = (cut: PortfolioCut, key: string | null): Filter => {
  if (cut === 'Band') return key === null ? { ScoreEmpty: true } : { Band: key };
  if (key === null) return { [`${cut}Empty`]: true };
  return cut === 'GroupId' ? { GroupIdFrom: Number(key), GroupIdTo: Number(key) } : { [`${cut}Is`]: key };
};

/** Filter without the values by which the groups of this cut differ. All groups then stay visible when one is chosen. */
const filterOfOthers = (cut: PortfolioCut, filter: Filter): Filter => {
  const ownNames = ['Band', 'Score']
    .filter(name => cut === 'Band' || name === cut)
    .concat(cut)
    .flatMap(name => {
      const field = scoring.fields[name as keyof typeof scoring.fields];
      return parametersOfField(name, field).map(parameter => parameter.name);
    });
  const scoreBounds = ['ScoreFrom', 'ScoreTo'];
  return Object.fromEntries(
    Object.entries(filter).filter(([name]) => !ownNames.includes(name) || scoreBounds.includes(name)),
  );
};

/** Returns the address of the score list with a filter. Without any parameter the list would keep its last filter. */
const listPath = (filter: Filter): string =>
  listAddress('/cabinet/scoring/', Object.keys(filter).length > 0 ? { filter } : { sort: 'Score', order: 'ASC' });

const isChosen = (filter: Filter, ofGroup: Filter): boolean =>
  Object.entries(ofGroup).every(([name, value]) => String(filter[name]) === String(value));

const unscoredCount = ({ Unscored }: Group): number => Object.values(Unscored).reduce((sum, count) => sum + count, 0);

const noVouchers: Omit<Group, 'Key'> = {
  ...{ Vouchers: 0, DistanceKm: 0, Score: null, Crashes: 0, CrashRate: null },
  Bands: { careful: 0, good: 0, average: 0, risky: 0, between: 0 },
  Unscored: { NotEnoughData: 0, NotMeasured: 0, NoTrips: 0, Suspended: 0 },
};

/**
 * Returns the groups in their order, that of vouchers without a value last. All bands are there, from the calmest. Other
 * groups stay as the server sorts them.
 */
const orderGroups = (cut: PortfolioCut, groups: readonly Group[]): readonly Group[] => {
  const keys = cut === 'Band' ? driverBands : groups.flatMap(({ Key }) => (Key === null ? [] : [Key]));
  const groupOf = (key: string | null) => groups.filter(({ Key }) => Key === key);
  return [...keys.map(Key => groupOf(Key)[0] ?? { Key, ...noVouchers }), ...groupOf(null)];
};

interface Column {
  readonly label: string;
  readonly cell: (group: Group) => ReactNode;
  readonly exported: ExportedColumn<Group>;
}

const useColumns = (cut: PortfolioCut, total: number): readonly Column[] => {
  const { translate, locale } = useI18n();
  const t = (key: string) => translate(`scoring.portfolio.${key}`);
  const number = (value: number | null, decimals = 0) => (value === null ? '—' : formatNumber(value, decimals, locale));
  const column = (label: string, decimals: number, getValue: (group: Group) => number | null): Column => ({
    label,
    cell: group => number(getValue(group), decimals),
    exported: numberColumn(label, decimals, getValue),
  });
  const percent = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : null);
  const shares = driverBands.map(band =>
    column(`${translate(bandKey(band))}, %`, 0, ({ Bands, Vouchers }) => percent(Bands[band], Vouchers)),
  );
  return [
    column(t('vouchers'), 0, ({ Vouchers }) => Vouchers),
    column(t('share'), 1, ({ Vouchers }) => percent(Vouchers, total)),
    column(t('distance'), 0, ({ DistanceKm }) => DistanceKm),
    ...(cut === 'Band'
      ? []
      : [
          {
            ...column(t('score'), 1, ({ Score }) => Score),
            cell: ({ Score }: Group) => scoreText(Score, locale),
          },
          ...shares,
          column(`${t('unscored')}, %`, 0, group => percent(unscoredCount(group), group.Vouchers)),
        ]),
    column(t('crashes'), 0, ({ Crashes }) => Crashes),
    column(t('rate'), 1, ({ CrashRate }) => CrashRate),
  ];
};

/** Returns functions that name a group, and that list why vouchers of the group have no score. */
const useGroupTexts = (cut: PortfolioCut) => {
  const { translate, locale } = useI18n();
  return {
    nameOf: ({ Key }: Group): string => {
      if (cut === 'Band')
        return Key === null ? translate('scoring.portfolio.unscored') : translate(bandKey(Key as DriverBand));
      return Key ?? translate('scoring.portfolio.empty');
    },
    reasonsOf: ({ Unscored }: Group): string =>
      Object.entries(Unscored)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => translate(`scoring.coverage.${name}`, { count: formatNumber(count, 0, locale) }))
        .join(', '),
  };
};

interface GroupNameProps {
  readonly group: Group;
  readonly cut: PortfolioCut;
  readonly filter: Filter;
  /** Number of vouchers of the largest group, whose bar has the whole width. */
  readonly largest: number;
}

/** Name of a group as a link that filters the list. A band also has a bar, and vouchers without a score the reasons. */
const GroupName = ({ group, cut, filter, largest }: GroupNameProps) => {
  const { nameOf, reasonsOf } = useGroupTexts(cut);
  const others = filterOfOthers(cut, filter);
  const ofGroup = filterOfGroup(cut, group.Key);
  const chosen = isChosen(filter, ofGroup);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minWidth: 120 }}>
      <MuiLink
        component={Link}
        to={listPath(chosen ? others : { ...others, ...ofGroup })}
        aria-current={chosen || undefined}
        sx={{
          ...{ flex: '1 0 112px', overflowWrap: 'anywhere', fontWeight: chosen ? 'fontWeightBold' : undefined },
          '&::after': { content: '""', position: 'absolute', inset: 0 },
        }}
      >
        {nameOf(group)}
      </MuiLink>
      {cut === 'Band' && (
        <Box aria-hidden sx={{ flex: '3 1 120px', height: 16 }}>
          <Box
            sx={{
              width: `${(100 * group.Vouchers) / largest}%`,
              ...{ height: 1, bgcolor: bandColour(group.Key as DriverBand | null) },
            }}
          />
        </Box>
      )}
      {cut === 'Band' && group.Key === null && (
        <Typography variant="caption" color="textSecondary" sx={{ flexBasis: '100%' }}>
          {reasonsOf(group)}
        </Typography>
      )}
    </Box>
  );
};

const PortfolioTable = ({ data, cut, filter }: { data: PortfolioData; cut: PortfolioCut; filter: Filter }) => {
  const { translate } = useI18n();
  const t = (key: string, values?: object) => translate(`scoring.portfolio.${key}`, { ...values });
  const columns = useColumns(cut, data.Vouchers);
  const { nameOf, reasonsOf } = useGroupTexts(cut);
  const groups = orderGroups(cut, data.Groups);
  if (data.Vouchers === 0) return <Notice area="line" title={t('none')} />;
  const largest = Math.max(...groups.map(({ Vouchers }) => Vouchers));
  const title = `${t('title')}: ${t(`cuts.${cut}`)}`;
  return (
    <>
      <TableContainer tabIndex={0} role="region" aria-label={title} sx={{ maxHeight: 440 }}>
        <FiguresTable
          stickyHeader
          aria-label={title}
          sx={{
            '& tbody tr': { position: 'relative', '&:hover': { bgcolor: 'action.hover' } },
            '& .MuiTableCell-root': { px: 1 },
            '& thead th': { verticalAlign: 'bottom', minWidth: 64, whiteSpace: 'normal' },
            '& th:first-of-type': { width: cut === 'Band' ? '50%' : '20%', minWidth: 160 },
          }}
          head={[t(`cuts.${cut}`), ...columns.map(({ label }) => label)]}
          rows={groups.map(group => ({
            key: group.Key ?? '',
            name: <GroupName group={group} cut={cut} filter={filter} largest={largest} />,
            cells: columns.map(({ cell }) => cell(group)),
          }))}
        />
      </TableContainer>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 320px' }}>
          {[t('about', { least: data.LeastCrashes }), t('between'), ...(cut === 'Band' ? [] : [t('mean')])].join(' ')}
        </Typography>
        <TableExport
          table={{
            name: 'portfolio',
            title,
            about: '',
            columns: [
              kindColumn<Group>(t(`cuts.${cut}`), 'text', nameOf),
              ...columns.map(({ exported }) => exported),
              ...(cut === 'Band' ? [kindColumn<Group>(t('reasons'), 'text', reasonsOf)] : []),
            ],
            readRows: () => groups,
          }}
        />
      </Box>
    </>
  );
};

/**
 * Portfolio of the score list, by band, branch, agent, group or brand. It has the period and the filters of the list. A
 * row filters the list by its group, and a second press clears that filter.
 */
export const Portfolio = ({ filter }: { filter: Filter }) => {
  const { translate } = useI18n();
  const [cut, setCut] = useState<PortfolioCut>('Band');
  const {
    page: _page,
    pageSize: _pageSize,
    sort: _sort,
    ids: _ids,
    ...list
  } = tableQuery(scoring, {
    filter: filterOfOthers(cut, filter),
  });
  const query = useQuery({
    queryKey: [scoring.name, 'portfolio', cut, list],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/portfolio')({ query: { ...list, by: cut }, signal }),
    placeholderData: keepPreviousData,
  });
  const shownCut = query.isPlaceholderData ? undefined : cut;
  return (
    <Paper component="section" aria-label={translate('scoring.portfolio.title')} sx={{ p: 2, mb: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ mr: 'auto' }}>
          {translate('scoring.portfolio.title')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={cut}
          aria-label={translate('scoring.portfolio.by')}
          onChange={(_, next: PortfolioCut | null) => next && setCut(next)}
          sx={{ flexWrap: 'wrap' }}
        >
          {portfolioCuts.map(each => (
            <ToggleButton key={each} value={each} sx={{ textTransform: 'none', px: 1.25 }}>
              {translate(`scoring.portfolio.cuts.${each}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <QueryContent
        query={shownCut ? query : { ...query, data: undefined, isFetching: true }}
        skeleton={<Skeleton variant="rounded" height={240} />}
        failureText="scoring.failed"
      >
        {data => <PortfolioTable data={data} cut={cut} filter={filter} />}
      </QueryContent>
    </Paper>
  );
};
