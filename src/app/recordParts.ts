import { lazyComponent } from '../feedback/lazyComponent.ts';
import type { RecordPart } from '../screens/record/RecordScreen.tsx';
import type { TabPages } from '../screens/record/Tabs.tsx';

/** Tabs of record pages that no description can say: each is fetched when it is first opened. */
export const recordTabs: TabPages = {
  voucherDevice: lazyComponent('DeviceTab', () => import('../custom-pages/vouchers/DeviceTab.tsx'), 'voucher'),
  voucherAccidents: lazyComponent('AccidentsTab', () => import('../custom-pages/vouchers/AccidentsTab.tsx'), 'voucher'),
  voucherScoring: lazyComponent('ScoringTab', () => import('../custom-pages/vouchers/ScoringTab.tsx'), 'voucher'),
};

/** Parts of records' pages that the descriptions name. */
export const recordParts: { readonly [name: string]: RecordPart } = {
  bulkProgress: lazyComponent('BulkProgress', () => import('../custom-pages/bulk/BulkProgress.tsx'), 'bulk'),
  deviceLife: lazyComponent('DeviceLife', () => import('../custom-pages/vouchers/DeviceLife.tsx'), 'voucher'),
  operatorCases: lazyComponent('OperatorCases', () => import('../custom-pages/operators/OperatorCases.tsx')),
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
