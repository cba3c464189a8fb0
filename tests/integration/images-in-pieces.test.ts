import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prune } from '../../server/plugins/upkeep.ts';
import { openUploadsMax, uploadPieceBytes, uploadRetentionHours } from '../../src/contract/limits.ts';
import type { Image } from '../../src/contract/shapes/accident.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { fileUpload } from '../support/upload.ts';
import { waiters } from '../support/waiting.ts';

let app: TestApp;
let company: number;
let olga: Call;
let petr: Call;
let id: number;
let images: string;
let uploads: string;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  olga = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' })).token);
  petr = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Пётр' })).token);
});
beforeEach(async () => {
  id = (await app.given.accident(company)).id;
  images = `/api/v2/Accident/${id}/images`;
  uploads = `/api/v2/Accident/${id}/uploads`;
  await olga('GET', `/api/crash/lock/${id}`);
});
afterAll(() => app.close());

/** Returns a photograph that does not compress, as large as that of a phone. */
const noise = (width: number, height: number) => {
  const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 + (at >> 7) * 31) % 251));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
};
const piece = (url: string, offset: number, bytes: Buffer, by: Call = olga) =>
  by('POST', `${url}?offset=${offset}`, undefined, fileUpload('piece', bytes));
const begin = async (Size: number, FileName = 'бампер.png') => {
  const { body } = await olga('POST', uploads, { FileName, Size });
  return `${uploads}/${body.UploadId}`;
};

describe('a picture that comes in pieces', () => {
  it('goes on where it was cut, and is the same picture in the end', async () => {
    const photo = await noise(600, 400);
    expect(photo.length).toBeGreaterThan(uploadPieceBytes);
    const url = await begin(photo.length);
    await piece(url, 0, photo.subarray(0, uploadPieceBytes));
    // The piece is sent again after a lost answer. Nothing changes, and the answer tells where to continue.
    const again = await piece(url, 0, photo.subarray(0, uploadPieceBytes));
    expect(again.body.Received).toBe(uploadPieceBytes);
    expect((await olga('GET', url)).body).toMatchObject({ Received: uploadPieceBytes, Size: photo.length });
    expect((await olga('POST', `${url}/finish`)).body.Message).toMatch(/не дошёл целиком/);
    await piece(url, uploadPieceBytes, photo.subarray(uploadPieceBytes));
    const { status, body } = await olga('POST', `${url}/finish`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      FileName: 'бампер.png',
      Width: 600,
      OriginalSha256: createHash('sha256').update(photo).digest('hex'),
    });
    expect((await olga('GET', url)).status).toBe(404);
    expect(await app.connection.db.selectFrom('image_upload_piece').select('offset_bytes').execute()).toEqual([]);
  });

  it('takes a piece that is sent ten times at once for one', async () => {
    const url = await begin(1000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => piece(url, 0, Buffer.alloc(600))));
    expect(answers.map(({ status, body }) => [status, body.Received])).toEqual(Array(10).fill([200, 600]));
  });

  it('holds no more than was announced, and no more than a picture may have', async () => {
    const url = await begin(100);
    const refusal = async (address: string, bytes: number) => {
      const { status, body } = await piece(address, 0, Buffer.alloc(bytes));
      return [status, body.Message];
    };
    expect(await refusal(url, 101)).toEqual([413, expect.stringMatching(/не больше 100 Б$/)]);
    expect(await refusal(await begin(2_000_000), uploadPieceBytes + 1)).toEqual([
      413,
      expect.stringMatching(/не больше 512 кБ$/),
    ]);
    expect((await olga('POST', uploads, { FileName: 'a.jpg', Size: 20_000_000 })).status).toBe(400);
  });

  it('that is begun and never finished leaves no more than a person may have open, and nothing after a day', async () => {
    const openUploads = async () =>
      (await app.connection.pool.query('select id, created_at from image_upload where company_id = $1', [company]))
        .rows;
    await Promise.all(Array.from({ length: 60 }, () => begin(1000)));
    expect(await openUploads()).toHaveLength(openUploadsMax);
    await piece(await begin(1000), 0, Buffer.alloc(600));
    expect(await openUploads()).toHaveLength(openUploadsMax);
    const later = new Date(app.clock.now().getTime() + (uploadRetentionHours + 1) * 3_600_000);
    await prune(app.connection.db, later);
    expect(await openUploads()).toEqual([]);
  });

  it('is nobody else’s, and of a case that one holds', async () => {
    const url = await begin(100);
    expect((await piece(url, 0, Buffer.alloc(50), petr)).status).toBe(409);
    expect((await petr('GET', url)).status).toBe(404);
    await olga('GET', `/api/crash/unlock/${id}`);
    expect((await piece(url, 0, Buffer.alloc(50))).status).toBe(409);
    expect((await olga('POST', uploads, { FileName: 'a.jpg', Size: 10 })).status).toBe(409);
  });

  it('is drawn from no more than it is: ten that arrive at once are ten pictures', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const all = Array.from({ length: 10 }, async (_, at) => {
      const url = await begin(photo.length, `${at}.jpg`);
      await piece(url, 0, photo);
      return (await olga('POST', `${url}/finish`)).status;
    });
    expect(await Promise.all(all)).toEqual(Array(10).fill(201));
    expect((await olga('GET', images)).body).toHaveLength(10);
  });
});

describe('a picture that is finished more than once', () => {
  it('is one picture: whoever lost the answer and asks again gets the same', async () => {
    const photo = await noise(60, 40);
    const url = await begin(photo.length);
    await piece(url, 0, photo);
    const answers = await Promise.all(Array.from({ length: 5 }, () => olga('POST', `${url}/finish`)));
    const [{ Id: image }] = (await olga('GET', images)).body;
    for (const { status, body } of answers) expect([status, body.Id]).toEqual([201, image]);
    const later = await olga('POST', `${url}/finish`);
    expect([later.status, later.body]).toEqual([201, (await olga('GET', images)).body[0]]);
    expect((await olga('GET', images)).body).toHaveLength(1);
    expect((await petr('POST', `${url}/finish`)).status).toBe(404);
    await olga('DELETE', `${images}/${image}`);
    expect((await olga('POST', `${url}/finish`)).status).toBe(404);
  });

  it('is answered although the lease has ended since', async () => {
    const photo = await noise(60, 40);
    const url = await begin(photo.length);
    await piece(url, 0, photo);
    const { body } = await olga('POST', `${url}/finish`);
    await olga('GET', `/api/crash/unlock/${id}`);
    await petr('GET', `/api/crash/lock/${id}`);
    const again = await olga('POST', `${url}/finish`);
    expect([again.status, again.body]).toEqual([201, body]);
  });

  it('is answered although another server attached it while this one began, and the lease has ended', async () => {
    const photo = await noise(60, 40);
    const url = await begin(photo.length);
    await piece(url, 0, photo);
    const uploadId = url.split('/').pop();
    const other = await app.connection.pool.connect();
    await other.query('begin');
    await other.query('lock table accident_image in access exclusive mode');
    const answer = olga('POST', `${url}/finish`);
    await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(1));
    // The other server writes this row.
    const { rows } = await other.query(
      `insert into accident_image (company_id, accident_id, file_name, content_type, size, width, height,
         original_sha256, upload_id, author_id, author_name, created_at)
       select company_id, accident_id, file_name, 'image/png', 1, 60, 40, '', id, account_id, '', created_at
       from image_upload where id = $1 returning id`,
      [uploadId],
    );
    await other.query('delete from image_upload where id = $1', [uploadId]);
    await other.query("update accident set locked_until = '2026-01-15T11:00:00Z' where id = $1", [id]);
    await other.query('commit');
    other.release();
    expect(await answer).toMatchObject({ status: 201, body: { Id: Number(rows[0].id) } });
  });
});

describe('a photograph of a phone (HEIC)', () => {
  const heic = () => readFile(join(import.meta.dirname, '..', 'fixtures', 'pictures', 'two-colours.heic'));

  it('is read: its colours, its time and its place', async () => {
    const { status, body } = await olga('POST', images, undefined, fileUpload('IMG_0001.HEIC', await heic()));
    expect(status).toBe(201);
    expect(body).toMatchObject({ ContentType: 'image/jpeg', Width: 64, Height: 48, TakenAt: expect.any(String) });
    expect(body.Latitude).toBeCloseTo(55.75, 3);
    const { bytes } = await olga('GET', body.Url);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[2]).toBeGreaterThan(150);
    expect(data.at(-3)).toBeGreaterThan(150);
  });

  it('whose last bytes are missing is taken with the mark that the file is cut', async () => {
    const cut = (await heic()).subarray(0, -20);
    const { status, body } = await olga('POST', images, undefined, fileUpload('IMG_0003.HEIC', cut));
    expect([status, body.Cut]).toEqual([201, true]);
  });

  it('that is broken in the middle is refused as no picture', async () => {
    const broken = Buffer.from(await heic());
    broken.fill(0xff, broken.length - 120, broken.length - 20);
    const { status } = await olga('POST', images, undefined, fileUpload('IMG_0002.HEIC', broken.subarray(0, -60)));
    expect(status).toBe(415);
  });
});

describe('how pictures are shown', () => {
  const add = async (name: string): Promise<Image> => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    return (await olga('POST', images, undefined, fileUpload(name, photo))).body;
  };
  const names = async () => (await olga('GET', images)).body.map(({ FileName }: Image) => FileName);

  it('is turned, named and put in order, and the history tells', async () => {
    const [, , last] = [await add('a.jpg'), await add('b.jpg'), await add('c.jpg')];
    const change = (body: object) => olga('PUT', `${images}/${last?.Id}`, body);
    expect((await change({ Rotation: 90, Caption: ' Левое крыло ' })).body).toMatchObject({
      Rotation: 90,
      Caption: 'Левое крыло',
    });
    await change({ Position: 1 });
    expect(await names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
    await add('d.jpg');
    expect(await names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg', 'd.jpg']);
    expect((await change({ Rotation: 45 })).status).toBe(400);
    expect((await petr('PUT', `${images}/${last?.Id}`, { Rotation: 0 })).status).toBe(409);
    const entries = await app.connection.db
      .selectFrom('audit')
      .select('changes')
      .where('entity_id', '=', id)
      .where('action', '=', 'imageChange')
      .orderBy('id')
      .execute();
    expect(entries.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { field: 'Caption', before: '', after: 'Левое крыло' },
        { field: 'Rotation', before: 0, after: 90 },
        { field: 'Position', before: 3, after: 1 },
      ]),
    );
  });
});

describe('a note that was changed', () => {
  it('keeps what it said before, newest first', async () => {
    const notes = `/api/v2/Accident/${id}/notes`;
    const { body: note } = await olga('POST', notes, { Text: 'Один' });
    for (const Text of ['Два', 'Два', 'Три']) await olga('PUT', `${notes}/${note.Id}`, { Text });
    const { body } = await petr('GET', `${notes}/${note.Id}/edits`);
    expect(body.map(({ Text }: { Text: string }) => Text)).toEqual(['Два', 'Один']);
    expect(body[0]).toMatchObject({ EditorName: 'Ольга' });
    await olga('DELETE', `${notes}/${note.Id}`);
    expect((await olga('GET', `${notes}/${note.Id}/edits`)).status).toBe(404);
  });
});
