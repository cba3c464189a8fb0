import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { PageActions } from '../../components/PageActions.tsx';
import { reasonMaxLength } from '../../contract/limits.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../contract/states.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { accidentPath } from '../../routes/listAddress.ts';
import { AccidentNotFound } from './AccidentNotFound.tsx';
import { FactsStrip } from './facts/FactsStrip.tsx';
import { hasStatus } from './failures.ts';
import { AccidentHeader, CaseFacts } from './header/AccidentHeader.tsx';
import { FinishButton, MoveActions, type MoveProps } from './header/MoveActions.tsx';
import { PageUploads } from './images/PageUploads.tsx';
import { CaseNotice } from './lock/CaseNotice.tsx';
import { LeaseProvider, useLease, useTakeLease } from './lock/LeaseContext.tsx';
import { isLeasedByOther, LockState } from './lock/LockState.tsx';
import { OtherAccidents } from './OtherAccidents.tsx';
import { PanelLoaded, SkeletonRows } from './Panel.tsx';
import { InterviewProvider, useInterview } from './processing/InterviewContext.tsx';
import { useAccident, useImages, useMe } from './queries.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RelatedCases } from './RelatedCases.tsx';
import { heights, stripHeight, twoColumns } from './workbench/heights.ts';
import { Workbench } from './workbench/Workbench.tsx';

const LockButtons = ({ primary }: { primary: boolean }) => {
  const translate = useTranslate();
  const { keeper, lease, hasLease } = useLease();
  const takeLease = useTakeLease();
  const [dialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      {hasLease && (
        <Button size="small" variant="outlined" onClick={() => void keeper.release()}>
          {translate('accident.lock.release')}
        </Button>
      )}
      {isLeasedByOther(lease) && (
        <Button size="small" variant="outlined" color="warning" onClick={() => setDialogOpen(true)}>
          {translate('accident.lock.takeOver')}
        </Button>
      )}
      {!hasLease && !isLeasedByOther(lease) && (
        <Button
          data-key="claim"
          size="small"
          variant={primary ? 'contained' : 'outlined'}
          onClick={() => void takeLease()}
        >
          {translate('accident.lock.take')}
        </Button>
      )}
      <ReasonDialog
        open={dialogOpen}
        title={translate('accident.lock.takeOverTitle')}
        help={translate('accident.lock.takeOverHelp')}
        action={translate('accident.lock.takeOver')}
        maxLength={reasonMaxLength}
        onClose={() => setDialogOpen(false)}
        onReason={reason => takeLease({ takeOver: true, reason })}
      />
    </>
  );
};

/** Returns true if the bar of the case has room for who has the case and for the button that finishes it. */
const useIsWide = () => useMediaQuery(({ breakpoints }) => breakpoints.up('xl'), { noSsr: true });

/** Buttons of the lease and of the accident's actions: in the sub-header, or at the bottom of narrow windows. */
export const ActionBar = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  const isWide = useIsWide();
  const isOpened = accident.Status === 'opened';
  const moveActions = <MoveActions accident={accident} onMoved={onMoved} showsFinish={!isWide} />;
  const buttons = (
    <>
      {!isOpened && moveActions}
      <LockButtons primary={isOpened} />
      {isOpened && moveActions}
      <PageUploads accident={accident} />
    </>
  );
  if (isWide) return <PageActions>{buttons}</PageActions>;
  return (
    <Box
      role="region"
      data-bottom-bar
      aria-label={translate('accident.actions')}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        justifyContent: 'space-between',
        gap: 0.75,
        // The bar of buttons has negative margins, because it also covers the page's margins.
        mx: { xs: -2, lg: -3 },
        mb: { xs: -2, lg: -3 },
        px: { xs: 2, lg: 3 },
        pt: 0.75,
        pb: 'max(8px, env(safe-area-inset-bottom))',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <LockState />
      <Box
        sx={{
          // Two buttons per row on a phone. A last button without a neighbour fills the whole row.
          '& > :nth-of-type(odd):last-child': { gridColumn: '1 / -1' },
          display: { xs: 'grid', sm: 'flex' },
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          flexWrap: 'wrap',
          gap: 1,
          '& > .MuiButton-root': {
            flex: '1 1 auto',
            px: { xs: 0.5, md: 1.5 },
            whiteSpace: { sm: 'nowrap' },
            lineHeight: 1.3,
          },
        }}
      >
        {buttons}
      </Box>
    </Box>
  );
};

// Loads the code of interview, notes, pictures and history on demand, because users look at the impact before they
// write.
const ProcessingPanel = lazyComponent('ProcessingPanel', () => import('./processing/ProcessingPanel.tsx'));
const NotesPanel = lazyComponent('NotesPanel', () => import('./notes/NotesPanel.tsx'));
const ImagesPanel = lazyComponent('ImagesPanel', () => import('./images/ImagesPanel.tsx'));
const HistoryPanel = lazyComponent('HistoryPanel', () => import('./history/HistoryPanel.tsx'));

const tabs = ['processing', 'images', 'history'] as const;
type TabKey = (typeof tabs)[number];

const useTabCounts = (accidentId: number): Partial<Record<TabKey, number>> => ({
  images: useImages(accidentId).data?.length,
});

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {text}
    {count > 0 && (
      <Typography component="span" variant="caption" color="text.secondary" sx={{ ml: 0.75 }}>
        {count}
      </Typography>
    )}
  </Box>
);

/** Interview and notes in one column, because an operator writes both during one phone call. */
const CallPanel = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  return (
    <Box>
      <ProcessingPanel accident={accident} onMoved={onMoved} />
      <Box component="section" data-key="note-text" aria-label={translate('accident.tabs.notes')} sx={{ p: 1.5 }}>
        <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
          {translate('accident.tabs.notes')}
        </Typography>
        <NotesPanel accidentId={accident.Id} />
      </Box>
    </Box>
  );
};

/**
 * Side panels of the accident: interview, pictures, history. An opened panel stays mounted, so that switching to
 * another panel loses no input.
 */
export const SidePanels = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  const counts = useTabCounts(accident.Id);
  const [tab, setTab] = useState<TabKey>('processing');
  const [opened, setOpened] = useState<readonly TabKey[]>(['processing']);
  // A button or key that opens a step also shows the call card, so that the step is in sight.
  const { openStep } = useInterview();
  const [seenStep, setSeenStep] = useState(openStep);
  if (openStep !== seenStep) {
    setSeenStep(openStep);
    setTab('processing');
  }
  const panels = {
    processing: <CallPanel accident={accident} onMoved={onMoved} />,
    images: <ImagesPanel accident={accident} />,
    history: <HistoryPanel accidentId={accident.Id} />,
  };
  const choose = (next: TabKey) => {
    setTab(next);
    setOpened(previous => (previous.includes(next) ? previous : [...previous, next]));
  };
  return (
    <Paper data-fields-column variant="outlined" sx={{ minWidth: 0 }}>
      <Tabs
        value={tab}
        onChange={(_, next: TabKey) => choose(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={translate('accident.tabs.label')}
        sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 34 }}
      >
        {tabs.map(key => (
          <Tab
            key={key}
            value={key}
            id={`accident-tab-${key}`}
            data-key={key === 'processing' ? 'note' : undefined}
            aria-controls={`accident-panel-${key}`}
            label={<TabLabel text={translate(`accident.tabs.${key}`)} count={counts[key] ?? 0} />}
            sx={{ minHeight: 34, minWidth: 0, px: 1, py: 0 }}
          />
        ))}
      </Tabs>
      {tabs.map(key => (
        <Box
          key={key}
          role="tabpanel"
          id={`accident-panel-${key}`}
          aria-labelledby={`accident-tab-${key}`}
          hidden={key !== tab}
          sx={{ p: key === 'processing' ? 0 : 1.5 }}
        >
          {opened.includes(key) && (
            <LazyBoundary waiting={<SkeletonRows count={6} height={52} />}>{panels[key]}</LazyBoundary>
          )}
        </Box>
      ))}
    </Paper>
  );
};

const skeletonBlock = (height: string) => (
  <Paper variant="outlined">
    <Skeleton variant="rectangular" sx={{ height }} />
  </Paper>
);

const AccidentSkeleton = () => {
  const translate = useTranslate();
  return (
    <Box aria-busy="true" aria-label={translate('accident.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      <Skeleton variant="rectangular" height={60} />
      <Box sx={{ containerType: 'inline-size', minWidth: 0 }}>
        <Box sx={twoColumns}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {skeletonBlock(heights.map)}
            {skeletonBlock(stripHeight)}
          </Box>
          {skeletonBlock('560px')}
        </Box>
      </Box>
    </Box>
  );
};

/** Replaces the address if the accident is in another bucket than the address says. */
const useBucketRedirect = (status: AccidentStatus, accident: AccidentDetail | undefined) => {
  const navigate = useNavigate();
  const { Status, Id, ObjectId } = accident ?? {};
  useEffect(() => {
    if (!Status || Status === status || Id === undefined || ObjectId === undefined) return;
    const { search } = window.location;
    void navigate(`${accidentPath(Status, Id, ObjectId)}${search}`, {
      replace: true,
    });
  }, [navigate, status, Status, Id, ObjectId]);
};

interface Props {
  readonly accident: AccidentDetail;
  readonly userId: number;
  /**
   * Bucket of the accident that the reader already knows about. If the accident is moved to another bucket, the page
   * shows a message.
   */
  readonly acknowledgedStatus: AccidentStatus;
  readonly onAcknowledge: (status: AccidentStatus) => void;
}

/** The bar of the case. In wide windows it also says who has the case, and has the button that finishes it. */
const CaseBar = ({ accident }: { accident: AccidentDetail }) => {
  const isWide = useIsWide();
  return (
    <AccidentHeader accident={accident}>
      {isWide && (
        <Box
          sx={{
            flex: 'none',
            width: 220,
            '& [role=status]': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
            display: 'grid',
            justifyItems: 'end',
            gap: 0.25,
          }}
        >
          <LockState />
          {accident.Status === 'opened' && <FinishButton />}
        </Box>
      )}
    </AccidentHeader>
  );
};

const AccidentContent = ({ accident, userId, acknowledgedStatus, onAcknowledge }: Props) => {
  const translate = useTranslate();
  const focused = useRef<Element>(null);
  return (
    <LeaseProvider accident={accident} userId={userId}>
      <InterviewProvider accidentId={accident.Id}>
        <Box
          onFocusCapture={({ target }) => {
            focused.current = target;
          }}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}
        >
          <CaseBar accident={accident} />
          <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
            {accident.Status !== acknowledgedStatus && (
              <Alert severity="info" variant="outlined" onClose={() => onAcknowledge(accident.Status)}>
                {translate(`accident.moved.${accident.Status}`)}
              </Alert>
            )}
          </Box>
          <Box sx={{ containerType: 'inline-size', minWidth: 0 }}>
            <Box sx={twoColumns}>
              <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, minWidth: 0 }}>
                <CaseFacts accident={accident} />
                <FactsStrip accident={accident} />
                <RelatedCases accident={accident} onMoved={onAcknowledge} />
                <OtherAccidents accident={accident} />
                <Workbench accident={accident} />
              </Box>
              <SidePanels accident={accident} onMoved={onAcknowledge} />
            </Box>
          </Box>
          <ActionBar accident={accident} onMoved={onAcknowledge} />
        </Box>
        <CaseNotice accident={accident} focused={focused} />
      </InterviewProvider>
    </LeaseProvider>
  );
};

export const AccidentView = ({ status, id, objectId }: { status: AccidentStatus; id: number; objectId: string }) => {
  const accident = useAccident(id, objectId);
  const account = useMe();
  const [acknowledgedStatus, setAcknowledgedStatus] = useState(status);
  useBucketRedirect(status, accident.data);
  if (hasStatus(accident.error, 404)) return <AccidentNotFound reason="notFound" />;
  return (
    <PanelLoaded query={accident} skeleton={<AccidentSkeleton />}>
      {data => (
        <PanelLoaded query={account} skeleton={<AccidentSkeleton />}>
          {({ Id }) => (
            <AccidentContent
              accident={data}
              userId={Id}
              acknowledgedStatus={acknowledgedStatus}
              onAcknowledge={setAcknowledgedStatus}
            />
          )}
        </PanelLoaded>
      )}
    </PanelLoaded>
  );
};
