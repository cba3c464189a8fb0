/** Names of the components that stand on record pages beside what is generated; `src/app/recordParts.ts` has the components. */
export type RecordPartName =
  | 'bulkProgress'
  | 'deviceLife'
  | 'operatorCases'
  | 'operatorSessions'
  | 'traccarGuide'
  | 'voucherAccidents'
  | 'voucherDevice'
  | 'voucherScoring';
