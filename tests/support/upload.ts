import { expect, vi } from 'vitest';
import { utils, write } from 'xlsx';
import type { Call } from './app.ts';

const boundary = 'drivedesk-test-boundary';

/** Returns a multipart request with a file in the part `file`, for `call(method, url, undefined, fileUpload(…))`. */
export const fileUpload = (name: string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  payload: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
});

/** Uploads a file with these rows. `step` runs a step of its import and returns the import after the step. */
export const importRows = async (
  call: Call,
  rows: readonly (readonly string[])[],
  { format = 'csv', query = '' }: { readonly format?: 'csv' | 'xlsx'; readonly query?: string } = {},
) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows as string[][]));
  const bytes: Buffer = write(book, { type: 'buffer', bookType: format });
  const uploaded = await call('POST', `/api/v3/imports${query}`, undefined, fileUpload(`rows.${format}`, bytes));
  const path = `/api/v3/imports/${uploaded.body.Id}`;
  const { Columns: columns } = (await call('GET', `${path}/columns`)).body;
  const Columns = columns.map(({ Field }: { Field: string | null }) => Field);
  const step = async (name: 'check' | 'run' | 'undo') => {
    const { status, body } = await call('POST', `${path}/${name}`, name === 'check' ? { Columns } : undefined);
    expect([status, body.Errors]).toEqual([200, undefined]);
    return vi.waitFor(async () => {
      const { body: importNow } = await call('GET', path);
      expect(['checking', 'importing', 'undoing']).not.toContain(importNow.State);
      return importNow;
    });
  };
  return { path, step };
};
