import type { RaRecord } from 'react-admin';
import { BulkStatus } from '../../screens/bulk/BulkStatus.tsx';

/** Status of a bulk change on its page: progress, reasons why records were left out, undo. */
export const BulkProgress = ({ record }: { record: RaRecord }) => <BulkStatus id={Number(record.id)} showsReasons />;
