import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { copyText } from '../../../../server/demo/load.ts';
import { basePortfolio, portfolioCopies } from '../../../../server/demo/portfolio.ts';
import type { Cell, TableRows } from '../../../../server/demo/rows.ts';
import { decodeTrack } from '../../../../server/domain/telemetry/codec.ts';
import { workStatus } from '../../../../src/contract/workStatuses.ts';

const today = new Date('2026-03-12T11:20:00Z');
const options = { today, passwordHash: 'hash' };

/** Yields tables up to the telemetry of the first vouchers. The rest takes seconds and is made in the same way. */
function* beginning(tables: Iterable<TableRows>, last = 'position_block'): Generator<TableRows> {
  for (const table of tables) {
    yield table;
    if (table.table === last) return;
  }
}

const digest = (tables: Iterable<TableRows>): string => {
  const hash = createHash('sha256');
  for (const { table, columns, rows } of tables) {
    hash.update(`${table} ${columns.join()}`);
    for (const chunk of copyText(rows, () => {})) hash.update(chunk);
  }
  return hash.digest('hex');
};

const made = Array.from(beginning(basePortfolio(options)), ({ rows, ...table }) => ({ ...table, rows: [...rows] }));
const portfolio = new Map<string, Record<string, Cell>[]>();
for (const { table, columns, rows } of made)
  portfolio.set(
    table,
    Array.from(rows, row => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
  );
const rowsOf = (table: string) => portfolio.get(table) ?? [];

describe('demo portfolio', () => {
  it('is the same bytes for the same seed and day, and other bytes for another seed', () => {
    expect(digest(beginning(basePortfolio(options)))).toBe(digest(made));
    const other = beginning(basePortfolio({ ...options, seed: 8 }), 'voucher');
    expect(digest(other)).not.toBe(digest(beginning(made, 'voucher')));
  });

  it('has what it promises', () => {
    expect(rowsOf('company')).toHaveLength(3);
    expect(rowsOf('voucher')).toHaveLength(300);
    expect(rowsOf('client')).toHaveLength(280);
    expect(rowsOf('accident')).toHaveLength(60);
    expect(rowsOf('curve_block')).toHaveLength(60);
    expect(rowsOf('account').filter(({ roles }) => (roles as string[]).includes('OPERATOR'))).toHaveLength(12);
    expect(new Set(rowsOf('account').map(({ email }) => email)).size).toBe(rowsOf('account').length);
    expect(rowsOf('accident').filter(({ status, company_id }) => status === 'opened' && company_id === 1)).toHaveLength(
      25,
    );
  });

  it('keeps what is written twice equal', () => {
    for (const voucher of rowsOf('voucher')) {
      const own = rowsOf('accident').filter(({ voucher_id }) => voucher_id === voucher.id);
      expect(voucher.crashes).toBe(own.length);
      for (const accident of own) expect(accident.client_name).toBe(voucher.client_name);
    }
    for (const accident of rowsOf('accident')) {
      const history = rowsOf('audit').filter(({ entity_id }) => entity_id === accident.id);
      const changes = history.flatMap(({ changes }) => (changes as { json: { field: string; after: unknown }[] }).json);
      const last = (field: string) => changes.findLast(change => change.field === field)?.after;
      expect(last('Status')).toBe(accident.status);
      expect(last('StatusOfRoadAccidentID')).toBe(accident.status_of_road_accident_id);
      expect(history.filter(({ action }) => action === 'update' || action === 'move')).toHaveLength(
        Number(accident.version) - 1,
      );
    }
  });

  it('puts the weak impacts among the mini losses and the strong ones into the queue', () => {
    for (const { severity, status } of rowsOf('accident')) if (severity === 'mini') expect(status).toBe('notvalid');
    const opened = rowsOf('accident').filter(({ status }) => status === 'opened');
    expect(opened.filter(({ vip }) => vip).length).toBeGreaterThanOrEqual(3);
    const calls = opened.map(({ next_call_at }) => next_call_at).filter(call => call !== null);
    expect(calls.some(call => new Date(String(call)) < today)).toBe(true);
    expect(calls.some(call => new Date(String(call)) > today)).toBe(true);
  });

  it('has none in progress, since nobody holds one, none worked on without an operator, and nobody put away by hand that was put away already', () => {
    for (const { status, severity, operator_id, status_of_road_accident_id } of rowsOf('accident')) {
      expect(status_of_road_accident_id).not.toBe(workStatus.inProgress);
      if (status_of_road_accident_id !== workStatus.fresh) expect(operator_id).not.toBeNull();
      if (status === 'notvalid' && status_of_road_accident_id === workStatus.notConfirmed)
        expect(severity).toBe('minor');
    }
  });

  it('lies in the past', () => {
    const ends = [...rowsOf('trip'), ...rowsOf('position_block'), ...rowsOf('curve_block')].map(
      row => row.end_at as Date,
    );
    const moments = [...ends, ...[...rowsOf('audit')].map(({ at }) => at as Date)];
    for (const moment of moments) expect(moment.getTime()).toBeLessThanOrEqual(today.getTime());
    for (const { data, samples } of rowsOf('position_block').slice(0, 5))
      expect(decodeTrack(data as Uint8Array).timeMs).toHaveLength(Number(samples));
  });

  it('numbers its copies on from the base', () => {
    const copies = [...portfolioCopies({ ...options, from: 1, to: 3 })].map(({ table, rows }) => ({
      table,
      rows: [...rows],
    }));
    const vouchers = copies.find(({ table }) => table === 'voucher')!.rows;
    expect(vouchers).toHaveLength(600);
    expect(vouchers[0]![1]).toBe(301);
    const accidents = copies.find(({ table }) => table === 'accident')!.rows;
    expect(accidents.map(row => row[1])).toEqual(Array.from({ length: 120 }, (_, at) => 61 + at));
  });
});
