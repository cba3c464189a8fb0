import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { Loaded } from '../../components/Loaded.tsx';
import { ScrollableTabs } from '../../components/ScrollableTabs.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { PeriodPicker } from './PeriodPicker.tsx';
import type { PanelProps } from './panelProps.ts';
import { spanOf, todayIn } from './period.ts';
import { type ScoringObject, usePeriod } from './queries.ts';
import { ScoringHead } from './ScoringHead.tsx';
import { ScoringNotThere } from './ScoringNotThere.tsx';
import { type PageState, scoringTabs, usePageState } from './usePageState.ts';
import { useVoucher } from './useVoucher.ts';

// Charts and maps load with their tab.
const panels = {
  overview: lazyComponent('OverviewPanel', () => import('./overview/OverviewPanel.tsx')),
  trips: lazyComponent('TripsPanel', () => import('./trips/TripsPanel.tsx'), 'accident'),
  calendar: lazyComponent('CalendarPanel', () => import('./calendar/CalendarPanel.tsx')),
  places: lazyComponent('HeatPanel', () => import('./places/HeatPanel.tsx'), 'accident'),
  comparison: lazyComponent('ComparisonPanel', () => import('./comparison/ComparisonPanel.tsx')),
};

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Links that look like tabs, because each has its own address. */
const TabLinks = ({ tab, address }: Pick<PageState, 'tab'> & Pick<PanelProps, 'address'>) => {
  const translate = useTranslate();
  // Links have no roles of tabs. Each of them gets the focus by the Tab key.
  const asLink = { role: undefined, 'aria-selected': undefined, tabIndex: 0 };
  return (
    <nav aria-label={translate('scoring.tabs.label')}>
      <ScrollableTabs value={tab} slotProps={{ list: { role: undefined } }}>
        {scoringTabs.map(name => (
          <Tab
            key={name}
            value={name}
            label={translate(`scoring.tabs.${name}`)}
            component={Link}
            to={address({ tab: name, part: undefined })}
            preventScrollReset
            aria-current={name === tab ? 'page' : undefined}
            {...asLink}
          />
        ))}
      </ScrollableTabs>
    </nav>
  );
};

const WrongSpan = () => {
  const translate = useTranslate();
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('scoring.period.wrong')}
    </Alert>
  );
};

export const ScoringView = ({ voucherId }: { voucherId: number }) => {
  const { go, address, ...state } = usePageState();
  const translate = useTranslate();
  const voucher = useVoucher(voucherId);
  const who: ScoringObject = { voucherId, ...(state.objectId !== undefined && { objectId: state.objectId }) };
  const period = usePeriod(who, state.span);
  if (isMissing(voucher.error) || isMissing(period.error)) return <ScoringNotThere what="notFound" />;
  const waiting = <Skeleton variant="rounded" height={480} />;
  if (voucher.isError && !voucher.data)
    return (
      <Loaded query={voucher} skeleton={waiting} failed="scoring.failed">
        {() => null}
      </Loaded>
    );
  const { data } = period;
  const span = state.span ?? (data ? { from: data.From, to: data.To } : spanOf('usual', todayIn('')));
  const objectId = state.objectId ?? voucher.data?.ObjectId;
  const Panel = panels[state.tab];
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ScoringHead
        who={who}
        voucher={voucher.data}
        period={period}
        objectId={objectId}
        onCar={id => go({ objectId: id })}
      />
      {voucher.data?.Status === 'suspended' && (
        <Alert severity="info" variant="outlined">
          {translate('scoring.suspended')}
        </Alert>
      )}
      <Paper sx={{ p: 2, pb: 1 }}>
        {state.wrongSpan && <WrongSpan />}
        <PeriodPicker span={span} onChange={next => go({ span: next })} />
      </Paper>
      <TabLinks tab={state.tab} address={address} />
      {objectId === undefined ? (
        waiting
      ) : (
        <LazyBoundary waiting={waiting}>
          <Panel who={who} span={span} state={state} address={address} go={go} />
        </LazyBoundary>
      )}
    </Box>
  );
};
