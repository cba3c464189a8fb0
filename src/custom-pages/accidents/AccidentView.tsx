import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../contract/states.ts';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { accidentPath } from '../../routes/listAddress.ts';
import { AccidentNotThere } from './AccidentNotThere.tsx';
import { FactsPanel } from './facts/FactsPanel.tsx';
import { FactsStrip } from './facts/FactsStrip.tsx';
import { isStatus } from './failures.ts';
import { AccidentHeader } from './header/AccidentHeader.tsx';
import { ActionBar } from './header/ActionBar.tsx';
import { twoColumns } from './layout.ts';
import { LeaseProvider } from './lock/LeaseContext.tsx';
import { LockLost } from './lock/LockState.tsx';
import { PanelLoaded } from './Panel.tsx';
import { UnsavedProvider } from './processing/Unsaved.tsx';
import { useAccident, useMe, useOtherAccidents } from './queries.ts';
import { SidePanels } from './SidePanels.tsx';
import { heights, instrumentHeight } from './workbench/heights.ts';
import { Workbench } from './workbench/Workbench.tsx';

/** Maximum number of shown accidents. More of them have a list of their own. */
const mostShown = 3;

/** Other accidents of the same voucher. They are shown before the call, because the client will mention them. */
const OtherAccidents = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { data } = useOtherAccidents(accident.Id);
  if (!data || data.Total === 0) return null;
  const shown = data.Items.slice(0, mostShown);
  return (
    <Alert severity="info" variant="outlined" sx={{ py: 0 }}>
      {translate('accident.earlier.title', { smart_count: data.Total })}:{' '}
      {shown.map(({ Id, ObjectId, Status, CrashDateTime, MaximumAcceleration, Severity }, index) => (
        <Box key={Id} component="span">
          {index > 0 && '; '}
          <MuiLink component={Link} to={accidentPath(Status, Id, ObjectId)}>
            {formatMoment(new Date(CrashDateTime), locale)}
          </MuiLink>
          {MaximumAcceleration !== null &&
            `, ${formatNumber(MaximumAcceleration, 2, locale)} ${translate('accident.units.g')}`}
          {Severity && `, ${translate(`accident.severity.${Severity}`)}`}
          {`, ${translate(`accident.buckets.${Status}`).toLocaleLowerCase(locale)}`}
        </Box>
      ))}
      {data.Total > shown.length && `; ${translate('accident.earlier.more', { count: data.Total - shown.length })}`}
    </Alert>
  );
};

const block = (height: string) => (
  <Paper variant="outlined">
    <Skeleton variant="rectangular" sx={{ height }} />
  </Paper>
);

/** Skeleton of the page while the accident loads. */
const AccidentSkeleton = () => {
  const translate = useTranslate();
  return (
    <Box aria-busy="true" aria-label={translate('accident.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      <Paper variant="outlined" sx={{ px: 1.5, py: 1 }}>
        <Skeleton width="40%" height={29} />
        <Skeleton width="90%" height={40} />
      </Paper>
      {block('64px')}
      <Box sx={{ containerType: 'inline-size', minWidth: 0 }}>
        <Box sx={twoColumns}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {block(heights.map)}
            {block(instrumentHeight)}
          </Box>
          {block('560px')}
        </Box>
      </Box>
    </Box>
  );
};

/** Replaces the address if the accident is in another bucket than the address says. */
const useRightBucket = (status: AccidentStatus, accident: AccidentDetail | undefined) => {
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
  readonly me: number;
  /** The bucket that was last shown to the reader. */
  readonly known: AccidentStatus;
  readonly onKnown: (status: AccidentStatus) => void;
}

const Content = ({ accident, me, known, onKnown }: Props) => {
  const translate = useTranslate();
  return (
    <LeaseProvider accident={accident} me={me}>
      <UnsavedProvider>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
          <AccidentHeader accident={accident} />
          <OtherAccidents accident={accident} />
          <LockLost />
          <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
            {accident.Status !== known && (
              <Alert severity="info" variant="outlined" onClose={() => onKnown(accident.Status)}>
                {translate(`accident.moved.${accident.Status}`)}
              </Alert>
            )}
          </Box>
          <FactsStrip accident={accident} />
          <Box sx={{ containerType: 'inline-size', minWidth: 0 }}>
            <Box sx={twoColumns}>
              <Workbench accident={accident} />
              <SidePanels accident={accident} />
              <FactsPanel accident={accident} />
            </Box>
          </Box>
          <ActionBar accident={accident} onMoved={onKnown} />
        </Box>
      </UnsavedProvider>
    </LeaseProvider>
  );
};

export const AccidentView = ({ status, id, objectId }: { status: AccidentStatus; id: number; objectId: string }) => {
  const accident = useAccident(id, objectId);
  const me = useMe();
  const [known, setKnown] = useState(status);
  useRightBucket(status, accident.data);
  if (isStatus(accident.error, 404)) return <AccidentNotThere what="notFound" />;
  return (
    <PanelLoaded query={accident} skeleton={<AccidentSkeleton />}>
      {data => (
        <PanelLoaded query={me} skeleton={<AccidentSkeleton />}>
          {({ Id }) => <Content accident={data} me={Id} known={known} onKnown={setKnown} />}
        </PanelLoaded>
      )}
    </PanelLoaded>
  );
};
