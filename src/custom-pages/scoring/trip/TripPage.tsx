import { useParams, useSearchParams } from 'react-router-dom';
import { recordIdIn } from '../../../routes/recordId.ts';
import { ScoringNotThere } from '../ScoringNotThere.tsx';
import { TripView } from './TripView.tsx';

/** One trip of a voucher: track, events, and whether it counts. */
export const TripPage = () => {
  const { voucherId: voucherText, tripId: tripText } = useParams();
  const [search] = useSearchParams();
  const voucherId = recordIdIn(voucherText);
  const tripId = recordIdIn(tripText);
  const objectId = search.get('voucherObjectId') ?? undefined;
  if (voucherId === undefined || tripId === undefined) return <ScoringNotThere what="notFound" />;
  return (
    <TripView
      key={`${tripId} ${objectId}`}
      who={{ voucherId, ...(objectId !== undefined && { objectId }) }}
      tripId={tripId}
    />
  );
};
