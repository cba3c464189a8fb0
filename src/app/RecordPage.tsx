import { lazyComponent } from '../feedback/LazyBoundary.tsx';
import type { Resource } from '../schema/define.ts';
import type { RecordPartName } from '../schema/recordParts.ts';
import { RecordScreen } from '../screens/record/RecordScreen.tsx';
import type { RecordPart } from '../screens/record/Tabs.tsx';

/**
 * Components of record pages, by the names that the descriptions use. Each component is fetched when it is first shown.
 */
export const recordParts: { readonly [Name in RecordPartName]: RecordPart } = {
  voucherDevice: lazyComponent('DeviceTab', () => import('../custom-pages/vouchers/DeviceTab.tsx'), 'voucher'),
  voucherAccidents: lazyComponent('AccidentsTab', () => import('../custom-pages/vouchers/AccidentsTab.tsx'), 'voucher'),
  voucherScoring: lazyComponent('ScoringTab', () => import('../custom-pages/vouchers/ScoringTab.tsx'), 'voucher'),
  voucherScore: lazyComponent('VoucherScore', () => import('../custom-pages/vouchers/ScoringTab.tsx'), 'voucher'),
  bulkProgress: lazyComponent('BulkProgress', () => import('../custom-pages/bulk/BulkProgress.tsx'), 'bulk'),
  deviceLife: lazyComponent('DeviceLife', () => import('../custom-pages/vouchers/DeviceLife.tsx'), 'voucher'),
  clientSheet: lazyComponent('ClientSheet', () => import('../custom-pages/accidents/client/ClientSheet.tsx'), 'client'),
  operatorCases: lazyComponent('OperatorCases', () => import('../custom-pages/operators/OperatorCases.tsx'), 'admin'),
  traccarGuide: lazyComponent(
    'TraccarGuideOfKey',
    () => import('../custom-pages/platform-keys/TraccarGuide.tsx'),
    'admin',
  ),
  operatorSessions: lazyComponent(
    'OperatorSessions',
    () => import('../custom-pages/operators/OperatorSessions.tsx'),
    'user',
  ),
};

export const RecordPage = ({ resource, id }: { resource: Resource; id: number }) => (
  <RecordScreen resource={resource} id={id} parts={recordParts} />
);
