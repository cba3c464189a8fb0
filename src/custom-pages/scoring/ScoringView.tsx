import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { Loaded } from '../../components/Loaded.tsx';
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

/**
 * Scrolls the active tab into view, because on a phone the tabs are wider than the page. scrollIntoView is not used,
 * because the Tab key would then start there.
 */
const intoView = (tab: HTMLElement | null) => {
  const bar = tab?.parentElement;
  if (!bar) return;
  const [at, around] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollLeft += Math.max(0, at.right - around.right) - Math.max(0, around.left - at.left);
};

/** Links that look like tabs, because each has its own address. */
const TabLinks = ({ tab, address }: Pick<PageState, 'tab'> & Pick<PanelProps, 'address'>) => {
  const translate = useTranslate();
  return (
    <Box
      component="nav"
      aria-label={translate('scoring.tabs.label')}
      sx={{ display: 'flex', overflowX: 'auto', borderBottom: 1, borderColor: 'divider' }}
    >
      {scoringTabs.map(name => {
        const here = name === tab;
        return (
          <ButtonBase
            key={name}
            component={Link}
            to={address({ tab: name, part: undefined })}
            preventScrollReset
            aria-current={here ? 'page' : undefined}
            ref={here ? intoView : undefined}
            sx={{
              ...{ px: 2, py: 1.25, flex: 'none', typography: 'button', borderBottom: 2 },
              ...{
                color: here ? 'primary.main' : 'text.secondary',
                borderColor: here ? 'primary.main' : 'transparent',
              },
              '&:hover': { color: 'text.primary' },
            }}
          >
            {translate(`scoring.tabs.${name}`)}
          </ButtonBase>
        );
      })}
    </Box>
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
