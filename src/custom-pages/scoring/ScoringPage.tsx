import { useParams } from 'react-router-dom';
import { parseRecordId } from '../../routes/recordId.ts';
import { ScoringNotFound } from './ScoringNotFound.tsx';
import { ScoringView } from './ScoringView.tsx';

/** Scoring page of a voucher. `voucherObjectId` in the address selects one of the voucher's objects. */
export const ScoringPage = () => {
  const voucherId = parseRecordId(useParams().voucherId);
  return voucherId === undefined ? (
    <ScoringNotFound kind="notFound" />
  ) : (
    <ScoringView key={voucherId} voucherId={voucherId} />
  );
};
