import { expect, it } from 'vitest';
import { recordParts } from '../../../../src/app/RecordPage.tsx';
import { resources } from '../../../../src/resources/index.ts';

it('every component of record pages stands in a description', () => {
  const named = Object.values(resources).flatMap(({ record, parts = [] }) => [
    ...parts,
    ...(record && 'tabs' in record ? Object.values(record.tabs) : []).flatMap(tab => ('page' in tab ? [tab.page] : [])),
  ]);
  expect(Object.keys(recordParts).sort()).toEqual([...new Set(named)].sort());
});
