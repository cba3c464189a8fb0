import { expect, it } from 'vitest';
import { recordParts, recordTabs } from '../../../../src/app/recordParts.ts';
import { resources } from '../../../../src/resources/index.ts';

it('every tab that a description names is drawn by somebody, and nobody draws another one', () => {
  const named = Object.values(resources).flatMap(({ record }) =>
    record && 'tabs' in record ? Object.values(record.tabs).flatMap(tab => ('page' in tab ? [tab.page] : [])) : [],
  );
  expect(Object.keys(recordTabs).sort()).toEqual([...new Set(named)].sort());
});

it('so is every part beside the fields', () => {
  const named = Object.values(resources).flatMap(({ parts = [] }) => parts);
  expect(Object.keys(recordParts).sort()).toEqual([...new Set(named)].sort());
});
