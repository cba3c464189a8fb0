import { useParams } from 'react-router-dom';
import { recordIdIn } from '../../routes/recordId.ts';
import { ScoringNotThere } from './ScoringNotThere.tsx';
import { ScoringView } from './ScoringView.tsx';

/** Scoring of a voucher. `voucherObjectId` in the address selects one of its objects. */
export const ScoringPage = () => {
  const voucherId = recordIdIn(useParams().voucherId);
  return voucherId === undefined ? (
    <ScoringNotThere what="notFound" />
  ) : (
    <ScoringView key={voucherId} voucherId={voucherId} />
  );
};
