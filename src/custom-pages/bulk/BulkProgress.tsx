import type { RaRecord } from 'react-admin';
import { BulkStatus } from '../../screens/bulk/BulkStatus.tsx';

export const BulkProgress = ({ record }: { record: RaRecord }) => <BulkStatus id={Number(record.id)} showsReasons />;
