import { lazyComponent } from '../feedback/lazyComponent.ts';
import type { TabPages } from '../screens/record/Tabs.tsx';

/** Tabs of record pages that no description can say: each is fetched when it is first opened. */
export const recordTabs: TabPages = {
  voucherDevice: lazyComponent('DeviceTab', () => import('../custom-pages/vouchers/DeviceTab.tsx'), 'voucher'),
  voucherAccidents: lazyComponent('AccidentsTab', () => import('../custom-pages/vouchers/AccidentsTab.tsx'), 'voucher'),
  voucherScoring: lazyComponent('ScoringTab', () => import('../custom-pages/vouchers/ScoringTab.tsx'), 'voucher'),
};
