import { useParams } from 'react-router-dom';
import { recordIdIn } from '../../routes/recordId.ts';
import { ScoringNotThere } from './ScoringNotThere.tsx';
import { ScoringView } from './ScoringView.tsx';

/** Scoring page of a voucher. `voucherObjectId` in the address selects one of the voucher's objects. */
export const ScoringPage = () => {
  const voucherId = recordIdIn(useParams().voucherId);
  return voucherId === undefined ? (
    <ScoringNotThere what="notFound" />
  ) : (
    <ScoringView key={voucherId} voucherId={voucherId} />
  );
};
