import { parse } from 'csv-parse/sync';
import { expect, vi } from 'vitest';
import { read, utils } from 'xlsx';
import type { Call } from './app.ts';

/** Rows of a CSV or XLSX that the server wrote: the texts of their cells, without the heading. */
const rowsOf = (bytes: Buffer, format: 'csv' | 'xlsx'): readonly string[][] => {
  if (format === 'csv') return (parse(bytes, { bom: true, delimiter: ';' }) as string[][]).slice(1);
  const book = read(bytes);
  // The first sheet says what was asked; the list is the last.
  const sheet = book.Sheets[book.SheetNames.at(-1) as string];
  return (utils.sheet_to_json(sheet as NonNullable<typeof sheet>, { header: 1, raw: false }) as string[][]).slice(1);
};

/** Orders an export, waits for it and reads it back. */
export const exported = async (
  call: Call,
  order: { readonly Resource: string; readonly Format: 'csv' | 'xlsx'; readonly [more: string]: unknown },
): Promise<readonly string[][]> => {
  const { status, body } = await call('POST', '/api/v3/exports', order);
  expect([order, status, body.Errors]).toEqual([order, 201, undefined]);
  const path = `/api/v3/exports/${body.Id}`;
  await vi.waitFor(async () => expect((await call('GET', path)).body.State).toBe('done'), {
    timeout: 60_000,
    interval: 20,
  });
  return rowsOf((await call('GET', `${path}/file`)).bytes, order.Format);
};
