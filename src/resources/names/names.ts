/*
 * Names of this product that descriptions of resources may use: page groups, their topics, icons and components. The
 * application's engine has its own. `src/routes/table.ts` has the page of each group, `src/components/icons.ts` the
 * icons, and `src/app/RecordPage.tsx` the components of record pages.
 */
declare module '../../schema/navigation.ts' {
  interface GroupPaths {
    '/cabinet/cards/': true;
    '/cabinet/accidents/': true;
    '/cabinet/users/': true;
    '/cabinet/screener/': true;
    '/cabinet/admin/': true;
  }
  /** The texts `shell.group.topics` are their titles. */
  interface GroupTopics {
    work: true;
    devices: true;
    vehicles: true;
    systems: true;
  }
  interface IconNames {
    desk: true;
    voucher: true;
    accident: true;
    mini: true;
    scoring: true;
    users: true;
    addUser: true;
    client: true;
    screener: true;
    export: true;
    import: true;
    settings: true;
    place: true;
    device: true;
    vehicle: true;
    contract: true;
    company: true;
    dictionary: true;
    key: true;
    billing: true;
    texts: true;
    webhook: true;
    delivery: true;
  }
}
declare module '../../schema/recordParts.ts' {
  interface RecordPartNames {
    clientSheet: true;
    deviceLife: true;
    operatorCases: true;
    operatorSessions: true;
    traccarGuide: true;
    voucherAccidents: true;
    voucherDevice: true;
    voucherScoring: true;
    voucherScore: true;
  }
}

export {};
