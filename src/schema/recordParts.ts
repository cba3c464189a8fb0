/**
 * Names of the components on record pages in addition to the generated parts. `src/app/RecordPage.tsx` has the
 * components.
 */
export type RecordPartName =
  | 'bulkProgress'
  | 'deviceLife'
  | 'operatorCases'
  | 'operatorSessions'
  | 'traccarGuide'
  | 'voucherAccidents'
  | 'voucherDevice'
  | 'voucherScoring';
