import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/client.ts';
import { ClockProvider } from '../../../components/clock/ClockContext.tsx';
import { timeInAddress } from '../../../components/clock/useClockAddress.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import type { ScoringObject } from '../queries.ts';
import { ScoringNotThere } from '../ScoringNotThere.tsx';
import { Exclusion } from './Exclusion.tsx';
import { NotesForm } from './NotesForm.tsx';
import { type Trip, useTrip } from './queries.ts';
import { TripHead } from './TripHead.tsx';

// Map, curves and texts are those of the accident workbench.
const TripBench = lazyComponent('TripBench', () => import('./TripBench.tsx'), 'accident');
const SampleLog = lazyComponent('SampleLog', () => import('./SampleLog.tsx'));

const wait = (height: number) => <Skeleton variant="rounded" height={height} />;

const Content = ({ who, trip }: { who: ScoringObject; trip: Trip }) => {
  const [search] = useSearchParams();
  const at = Date.parse(search.get('at') ?? '');
  const initialTime = timeInAddress(`?${search}`) ?? (Number.isNaN(at) ? 0 : (at - Date.parse(trip.DateTime)) / 1000);
  return (
    <ClockProvider origin="start" initialTime={Math.min(trip.DurationS, Math.max(0, initialTime))}>
      <TripHead trip={trip} />
      <Exclusion who={who} trip={trip} />
      <LazyBoundary waiting={wait(720)}>
        <TripBench trip={trip} />
      </LazyBoundary>
      <NotesForm key={trip.Notes} who={who} trip={trip} />
      <LazyBoundary waiting={wait(480)}>
        <SampleLog trip={trip} />
      </LazyBoundary>
    </ClockProvider>
  );
};

export const TripView = ({ who, tripId }: { who: ScoringObject; tripId: number }) => {
  const trip = useTrip(who, tripId);
  if (trip.error instanceof ApiError && trip.error.status === 404) {
    const query = who.objectId === undefined ? '' : `&voucherObjectId=${encodeURIComponent(who.objectId)}`;
    return <ScoringNotThere what="trip" to={`/cabinet/scoring/${who.voucherId}/?tab=trips${query}`} />;
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Loaded
        query={trip}
        skeleton={
          <>
            {wait(96)}
            {wait(720)}
          </>
        }
        failed="scoring.failed"
      >
        {data => <Content who={who} trip={data} />}
      </Loaded>
    </Box>
  );
};
