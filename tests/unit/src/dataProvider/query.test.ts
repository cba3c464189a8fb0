import { describe, expect, it } from 'vitest';
import { tableQuery } from '../../../../src/dataProvider/query.ts';
import { scoring } from '../../../../src/resources/scoring.ts';

describe('the query of the score list', () => {
  const periodOf = (filter: object) => {
    const { period, from, to } = tableQuery(scoring, { filter });
    return { period, from, to };
  };

  it('asks for the days that the page of a voucher shows, unless the address names a period', () => {
    expect(periodOf({ Band: 'risky' })).toEqual({ period: 'last28Days' });
    expect(periodOf({ period: 'sinceActivation' })).toEqual({ period: 'sinceActivation' });
  });

  it('keeps the days of a link and adds no named period', () => {
    expect(periodOf({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  });
});
