import type { RaRecord } from 'ra-core';
import { BulkStatus } from '../../screens/bulk/BulkStatus.tsx';

/** What became of a bulk change, on its page: progress, why records were left out, the way back. */
export const BulkProgress = ({ record }: { record: RaRecord }) => <BulkStatus id={Number(record.id)} whole />;
