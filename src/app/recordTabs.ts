import { part } from '../feedback/part.ts';
import type { TabPages } from '../screens/record/Tabs.tsx';

/** Tabs of record pages that no description can say: each is fetched when it is first opened. */
export const recordTabs: TabPages = {
  voucherDevice: part('DeviceTab', () => import('../custom-pages/vouchers/DeviceTab.tsx')),
  voucherAccidents: part('AccidentsTab', () => import('../custom-pages/vouchers/AccidentsTab.tsx')),
  voucherScoring: part('ScoringTab', () => import('../custom-pages/vouchers/ScoringTab.tsx')),
};
