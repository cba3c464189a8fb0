import type { RaRecord } from 'react-admin';
import { BulkStatus } from '../../screens/bulk/BulkStatus.tsx';

/** Status of a bulk change on its page: progress, reasons for left-out records, undo. */
export const BulkProgress = ({ record }: { record: RaRecord }) => <BulkStatus id={Number(record.id)} whole />;
