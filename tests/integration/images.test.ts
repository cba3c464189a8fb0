import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { fileUpload } from '../support/upload.ts';

let app: TestApp;
let company: number;
let olga: Call;
let id: number;
let images: string;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  olga = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' })).token);
});
beforeEach(async () => {
  id = (await app.given.accident(company)).id;
  images = `/api/v2/Accident/${id}/images`;
  await olga('GET', `/api/crash/lock/${id}`);
});
afterAll(() => app.close());

const send = (name: string, bytes: Buffer, headers = {}) =>
  olga('POST', images, undefined, fileUpload(name, bytes, headers));

const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });

const camera = {
  IFD0: { Make: 'SecretCam', Model: 'X-1000' },
  IFD2: { DateTimeOriginal: '2026:01:15 12:31:07', OffsetTimeOriginal: '+03:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '59/1 56/1 2040/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '30/1 19/1 1200/100',
  },
};

describe('an upload that is cut on the way', () => {
  it('is told so, and leaves nothing behind', async () => {
    const { payload, headers } = fileUpload('cut.jpg', await canvas(40, 20).jpeg().toBuffer());
    const half = Buffer.from(payload as Buffer).subarray(0, -30);
    const { status, body } = await olga('POST', images, undefined, { payload: half, headers });
    expect(status).toBe(400);
    expect(body.Message).toBe('Файл не дошёл целиком. Отправьте его ещё раз');
    expect((await olga('GET', images)).body).toEqual([]);
  });
});

describe('the name of a picture', () => {
  const manyLetters = `${'ж'.repeat(150)}${'z'.repeat(150)}.jpg`;
  it.each([
    ['a quotation mark', 'a".jpg', 'a".jpg'],
    ['a semicolon', 'a;b.jpg', 'a;b.jpg'],
    ['a number sign and brackets', 'фото №1 (2).jpg', 'фото №1 (2).jpg'],
    ['an apostrophe, a star and a per cent sign', "it's 100% *new*.jpg", "it's 100% *new*.jpg"],
    ['line breaks and a tab', 'line\r\nbreak\tand tab.jpg', 'line break and tab.jpg'],
    ['marks of direction', 'фото\u202egpj.exe\u202c\u200f.jpg', 'фотоgpj.exe.jpg'],
    ['300 letters', manyLetters, `${'ж'.repeat(150)}${'z'.repeat(45)}….jpg`],
    ['a folder', 'C:\\photos\\a.jpg', 'a.jpg'],
    ['markup', '<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
  ])('with %s stays readable, however it is uploaded, and comes back with the download', async (_, sent, stored) => {
    const photo = await canvas(4, 4).jpeg().toBuffer();
    // Encodes the name as browsers do.
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), sent);
    const request = new Response(form);
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await request.arrayBuffer());
    const whole = await olga('POST', images, undefined, { payload, headers });
    expect([whole.status, whole.body.FileName]).toEqual([201, stored]);
    const uploads = `/api/v2/Accident/${id}/uploads`;
    const { body } = await olga('POST', uploads, { FileName: sent, Size: photo.length });
    await olga('POST', `${uploads}/${body.UploadId}?offset=0`, undefined, fileUpload('piece', photo));
    const inPieces = await olga('POST', `${uploads}/${body.UploadId}/finish`);
    expect([inPieces.status, inPieces.body.FileName]).toEqual([201, stored]);
    const original = await olga('GET', `/api/v2/Image/accident-original/${whole.body.Id}`);
    const disposition = String(original.headers['content-disposition']);
    // The value has only characters that RFC 8187 permits.
    const [, encoded = ''] =
      /^attachment; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+)$/.exec(disposition) ?? [];
    expect(decodeURIComponent(encoded)).toBe(stored);
  });
});

describe('a photograph', () => {
  it('is drawn anew: upright, clean of what the camera wrote; time and place are kept as data', async () => {
    const photo = await canvas(400, 200).withExif(camera).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(photo.includes('SecretCam')).toBe(true);
    const { status, body } = await send('бампер.jpg', photo);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      FileName: 'бампер.jpg',
      ContentType: 'image/jpeg',
      Width: 200,
      Height: 400,
      AuthorName: 'Ольга',
      TakenAt: '2026-01-15T09:31:07.000Z',
      OriginalSha256: createHash('sha256').update(photo).digest('hex'),
      Url: `/api/v2/Image/accident/${body.Id}`,
      ThumbnailUrl: `/api/v2/Image/accident-thumbnail/${body.Id}`,
    });
    expect(body.Latitude).toBeCloseTo(59.939, 3);
    expect(body.Longitude).toBeCloseTo(30.32, 3);

    const picture = await olga('GET', body.Url);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(picture.bytes).toHaveLength(body.Size);
    expect(picture.bytes.includes('SecretCam')).toBe(false);
    const { exif, xmp, width, height } = await sharp(picture.bytes).metadata();
    expect({ exif, xmp, width, height }).toEqual({ exif: undefined, xmp: undefined, width: 200, height: 400 });

    const thumbnail = await olga('GET', body.ThumbnailUrl);
    expect(thumbnail.headers['content-type']).toBe('image/webp');
    const small = await sharp(thumbnail.bytes).metadata();
    expect([small.width, small.height, small.exif]).toEqual([160, 320, undefined]);

    const original = await olga('GET', `/api/v2/Image/accident-original/${body.Id}`);
    expect(original.bytes.equals(photo)).toBe(true);
    expect(original.headers['content-type']).toBe('application/octet-stream');
    expect(original.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%D0%B1/);
    expect(original.headers['x-content-type-options']).toBe('nosniff');
    expect((await olga('GET', images)).body).toEqual([body]);
  });

  it('whose camera names no zone was taken in the zone of the company', async () => {
    const exif = { IFD2: { DateTimeOriginal: '2026:01:15 12:31:07' } };
    const { body } = await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer());
    expect(body).toMatchObject({ TakenAt: '2026-01-15T09:31:07.000Z', Latitude: null, Longitude: null });
  });

  it('with garbled notes is a photograph all the same', async () => {
    const exif = { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00', OffsetTimeOriginal: 'x' } };
    const { status, body } = await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer());
    expect(status).toBe(201);
    expect(body.TakenAt).toBeNull();
  });

  it.each([
    ['2026:02:31 10:00:00', '+00:00'],
    ['2026:02:31 10:00:00', 'x'],
    ['9999:12:31 23:59:59', '-12:00'],
    ['2036:01:15 12:00:00', '+00:00'],
    ['2026:01:16 12:00:01', '+00:00'],
    ['2026:01:15 24:00:00', 'x'],
  ])(
    'of a day or hour that no calendar has, or of the future (%s), tells no time',
    async (DateTimeOriginal, OffsetTimeOriginal) => {
      const exif = { IFD2: { DateTimeOriginal, OffsetTimeOriginal } };
      const { status, body } = await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer());
      expect([status, body.TakenAt]).toEqual([201, null]);
    },
  );

  it.each([
    ['+03:00', '09:31:07'],
    ['+0300', '09:31:07'],
    ['+03', '09:31:07'],
    ['+3', '09:31:07'],
    ['-3:30', '16:01:07'],
    ['Z', '12:31:07'],
    ['+14:00', '22:31:07'],
  ])('was taken at the offset that its camera names (%s)', async (offset, clock) => {
    const local = { DateTimeOriginal: '2026:01:15 12:31:07' };
    const day = clock === '22:31:07' ? '2026-01-14' : '2026-01-15';
    for (const exif of [
      { IFD2: { ...local, OffsetTimeOriginal: offset } },
      { IFD2: { ...local, OffsetTimeOriginal: '   :  ', OffsetTimeDigitized: offset } },
      { IFD2: { ...local, OffsetTime: offset } },
      { IFD2: { DateTimeOriginal: `${local.DateTimeOriginal}.250${offset}` } },
    ]) {
      const { body } = await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer());
      expect(body.TakenAt).toBe(`${day}T${clock}.000Z`);
    }
  });

  it.each(['+99:00', '+03:99', '-13:00', 'MSK', '3'])(
    'whose camera names no offset of this world (%s) tells no time',
    async offset => {
      const exif = { IFD2: { DateTimeOriginal: '2026:01:15 12:31:07', OffsetTimeOriginal: offset } };
      const { body } = await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer());
      expect(body.TakenAt).toBeNull();
    },
  );

  it('was taken at the offset that the time of the satellites implies', async () => {
    const takenWith = async (GPSTimeStamp: string, local: string | null = '2026:01:15 18:31:07') => {
      const exif = {
        ...(local && { IFD2: { DateTimeOriginal: local } }),
        IFD3: { GPSDateStamp: '2026:01:15', GPSTimeStamp },
      };
      return (await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer())).body.TakenAt;
    };
    expect(await takenWith('12/1 29/1 5/1')).toBe('2026-01-15T12:31:07.000Z');
    expect(await takenWith('12/1 29/1 5/1', null)).toBe('2026-01-15T12:29:05.000Z');
    // A GPS time of another hour gives no zone, so the company's zone is used.
    expect(await takenWith('12/1 23/1 0/1')).toBe('2026-01-15T15:31:07.000Z');
    expect(await takenWith('99/1 0/0 0/1')).toBe('2026-01-15T15:31:07.000Z');
  });

  it.each([
    ['zeros', '0/1 0/1 0/1', 'N', '0/1 0/1 0/1', 'E', null],
    ['a zero denominator', '59/1 56/0 0/1', 'N', '30/1 19/1 12/1', 'E', null],
    ['a latitude beyond the pole', '91/1 0/1 0/1', 'N', '30/1 19/1 12/1', 'E', null],
    ['minutes that no degree has', '59/1 99/1 0/1', 'N', '30/1 19/1 12/1', 'E', null],
    ['no hemisphere', '59/1 56/1 0/1', undefined, '30/1 19/1 12/1', undefined, null],
    ['the south and the west', '33/1 30/1 0/1', 'S', '70/1 45/1 0/1', 'W', [-33.5, -70.75]],
    ['the equator', '0/1 0/1 0/1', 'N', '32/1 30/1 0/1', 'E', [0, 32.5]],
  ])('with %s as its place', async (_what, latitude, north, longitude, east, place) => {
    const refs = { ...(north && { GPSLatitudeRef: north }), ...(east && { GPSLongitudeRef: east }) };
    const exif = { IFD3: { GPSLatitude: latitude, GPSLongitude: longitude, ...refs } };
    const { status, body } = await send('a.jpg', await canvas(20, 20).withExif(exif).jpeg().toBuffer());
    expect([status, body.Latitude, body.Longitude]).toEqual([201, ...(place ?? [null, null])]);
  });

  it('of any size is held to 4096 points', async () => {
    const { body } = await send('wide.png', await canvas(5000, 50).png().toBuffer());
    expect(body).toMatchObject({ Width: 4096, Height: 41, ContentType: 'image/jpeg' });
  });

  it('one can see through stays so', async () => {
    const png = await send('a.png', await canvas(30, 30, 4).png().toBuffer());
    expect(png.body.ContentType).toBe('image/png');
    const webp = await send('a.webp', await canvas(30, 30, 4).webp().toBuffer());
    expect(webp.body.ContentType).toBe('image/webp');
  });

  it('in a container of the HEIC family is taken where it can be read', async () => {
    const { body } = await send('a.avif', await canvas(30, 30).avif({ effort: 0 }).toBuffer());
    expect(body.ContentType).toBe('image/jpeg');
    const heic = await readFile('tests/fixtures/pictures/two-colours.heic');
    const damaged = Buffer.from(heic).fill(0, heic.indexOf('mdat') + 4);
    const empty = Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(64)}`, 'latin1');
    for (const bytes of [empty, damaged, heic.subarray(0, 200)]) {
      const { status, body } = await send('снимок.heic', bytes);
      expect(status).toBe(415);
      expect(body.Message).toContain('Файл «снимок.heic»');
    }
  });

  it('goes by what is in it, not by its name', async () => {
    const { body } = await send('..\\..\\C:/report.exe', await canvas(30, 30).webp().toBuffer());
    expect(body).toMatchObject({ FileName: 'report.exe', ContentType: 'image/jpeg' });
  });

  it('sent again under the same key is one; another file under it is refused', async () => {
    const headers = { 'idempotency-key': `image-${id}` };
    const photo = await canvas(30, 30).jpeg().toBuffer();
    const first = await send('a.jpg', photo, headers);
    expect((await send('a.jpg', photo, headers)).body).toEqual(first.body);
    expect((await send('a.jpg', await canvas(31, 30).jpeg().toBuffer(), headers)).status).toBe(422);
    expect((await olga('GET', images)).body).toHaveLength(1);
  });
});

const noise = () => {
  const bytes = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919 + (i >> 7) * 31) % 251));
  return sharp(bytes, { raw: { width: 300, height: 300, channels: 3 } });
};

describe('a photograph whose end is missing', () => {
  const formats = {
    JPEG: () => noise().jpeg().toBuffer(),
    'progressive JPEG': () => noise().jpeg({ progressive: true }).toBuffer(),
    PNG: () => noise().png().toBuffer(),
    'interlaced PNG': () => noise().png({ progressive: true }).toBuffer(),
    'PNG of 16 bits': () => noise().toColourspace('rgb16').png().toBuffer(),
    WebP: () => noise().webp().toBuffer(),
  };
  it.each(Object.entries(formats))('is taken with the mark that the file is cut: %s', async (format, made) => {
    const whole = await made();
    const topRows = async (url: string) => {
      const { bytes } = await olga('GET', url);
      return sharp(bytes).removeAlpha().extract({ left: 0, top: 0, width: 300, height: 4 }).raw().toBuffer();
    };
    const { body: uncut } = await send('whole', whole);
    expect(uncut.Cut).toBe(false);
    const expected = await topRows(uncut.Url);
    for (const length of [whole.length - 1, whole.length - 2, whole.length - 30, whole.length >> 1]) {
      const { status, body } = await send('cut', whole.subarray(0, length));
      expect([length, status, body.Cut, body.Width, body.Height]).toEqual([length, 201, true, 300, 300]);
      // Half of an interlaced file has only every other row.
      if (format === 'interlaced PNG' && length < whole.length - 30) continue;
      // The top rows equal those of the whole picture. A progressive picture with fewer scans is a little less sharp.
      const apart = (await topRows(body.Url)).map((value, at) => Math.abs(value - expected[at]!));
      expect(apart.reduce((sum, each) => sum + each, 0) / apart.length).toBeLessThan(30);
    }
    const [, ...entries] = await app.connection.db
      .selectFrom('audit')
      .select('changes')
      .where('entity_id', '=', id)
      .where('action', '=', 'image')
      .orderBy('id')
      .execute();
    for (const { changes } of entries) expect(changes).toContainEqual({ field: 'Cut', before: null, after: true });
  });

  it('is taken where only zeros stand in place of its end', async () => {
    const whole = await noise().jpeg().toBuffer();
    const { body } = await send('zeros.jpg', Buffer.concat([whole.subarray(0, -500), Buffer.alloc(500)]));
    expect(body.Cut).toBe(true);
  });

  it('is not meant where something follows its end, as phones append films', async () => {
    const whole = await noise().jpeg().toBuffer();
    const { body } = await send('film.jpg', Buffer.concat([whole, Buffer.from('ftypmp4 and more')]));
    expect(body.Cut).toBe(false);
  });
});

/** Returns an animation of these frames, each as large as the whole. */
const animation = (frames: readonly Buffer[], side: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const size = Buffer.from([side - 1, 0, 0, side - 1, 0, 0]);
  const parts = frames.map(frame => {
    const place = Buffer.concat([Buffer.alloc(6), size, Buffer.from([10, 0, 0, 0])]);
    return chunk('ANMF', Buffer.concat([place, frame.subarray(12)]));
  });
  const head = chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size]));
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), head, chunk('ANIM', Buffer.alloc(6)), ...parts]));
};

describe('a moving picture', () => {
  const frame = (background: string) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .webp({ lossless: true })
      .toBuffer();

  // Listing a hundred thousand frames takes longer than a test may.
  it('is its first frame, however many follow', async () => {
    const [red, blue] = [await frame('red'), await frame('blue')];
    const { status, body } = await send('film.webp', animation([red, ...Array(100_000).fill(blue)], 16));
    expect([status, body.Width, body.Height, body.Cut]).toEqual([201, 16, 16, false]);
    const { bytes } = await olga('GET', body.Url);
    const [r = 0, , b = 0] = await sharp(bytes)
      .removeAlpha()
      .extract({ left: 8, top: 8, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([r > 200, b < 50]).toEqual([true, true]);
  });

  it('whose end is missing is its first frame too, with the mark that the file is cut', async () => {
    const film = animation([await frame('red'), await frame('blue'), await frame('blue')], 16);
    for (const length of [film.length - 1, film.length - 30]) {
      const { status, body } = await send('film.webp', film.subarray(0, length));
      expect([status, body.Cut]).toEqual([201, true]);
    }
  });
});

describe('no photograph', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['a program with another name', 'photo.jpg', Buffer.from(`MZ\x90\0${'\0'.repeat(200)}`, 'latin1')],
    ['a drawing that can hold scripts', 'photo.svg', Buffer.from(svg)],
    ['a page', 'photo.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a head without a body', 'photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a picture of another kind', 'photo.gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['nothing', 'photo.jpg', Buffer.alloc(0)],
  ])('is %s', async (_what, name, bytes) => {
    const { status, body } = await send(name, bytes);
    expect(status).toBe(415);
    expect(body.Message).toContain(name);
    expect((await olga('GET', images)).body).toEqual([]);
  });

  it.each([
    ['JPEG', 'jpg', () => noise().jpeg().toBuffer()],
    ['PNG', 'png', () => noise().png().toBuffer()],
    ['lossless WebP', 'webp', () => noise().webp({ lossless: true }).toBuffer()],
    ['AVIF', 'avif', () => noise().avif({ effort: 0 }).toBuffer()],
  ])('is a cut %s of which nothing can be seen', async (_format, ending, made) => {
    const { status, body } = await send(`cut.${ending}`, (await made()).subarray(0, 60));
    expect([status, body.Code]).toEqual([415, 'PICTURE_CUT']);
    expect(body.Message).toBe(`Файл «cut.${ending}» обрезан: снимка в нём не видно. Отправьте исходный файл`);
  });

  it('is a JPEG that ends before its first pixel', async () => {
    const photo = await noise().jpeg().toBuffer();
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
    expect((await send('cut.jpg', photo.subarray(0, scan + 14))).body.Code).toBe('PICTURE_CUT');
  });

  it('is a small interlaced file that its decoder would hold as a whole', async () => {
    const bomb = await canvas(10_900, 10_900).png({ progressive: true }).toBuffer();
    const answers = await Promise.all([send('a.png', bomb), send('b.png', bomb)]);
    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
    expect(answers[0]?.body.Message).toContain('55 Мпикс');
  });

  it('is a progressive JPEG whose decoder would hold every sample of its colours', async () => {
    const bomb = await canvas(32, 32).jpeg({ progressive: true }).toBuffer();
    const frame = bomb.indexOf(Buffer.from([0xff, 0xc2])) + 4;
    bomb.writeUInt16BE(7400, frame + 1);
    bomb.writeUInt16BE(7400, frame + 3);
    // The colours are no smaller than the brightness, though the library calls that 4:2:0.
    for (const component of [0, 1, 2]) bomb[frame + 7 + component * 3] = 0x22;
    const { status, body } = await send('wall.jpg', bomb);
    expect(status).toBe(413);
    expect(body.Message).toContain('27 Мпикс');
  });

  it.each([
    [
      'JPEG',
      (whole: Buffer) => [whole.subarray(0, 2), Buffer.alloc(120_000, '\xff\xe1\0\x02', 'latin1'), whole.subarray(2)],
    ],
    [
      'PNG',
      (whole: Buffer) => {
        const chunk = Buffer.from('\0\0\0\0vpAg\x2d\x84\x87\x95', 'latin1');
        return [whole.subarray(0, 33), Buffer.alloc(chunk.length * 30_000, chunk), whole.subarray(33)];
      },
    ],
  ] as const)('is a %s of thirty thousand parts', async (format, inserted) => {
    const whole = await canvas(20, 20)[format === 'JPEG' ? 'jpeg' : 'png']().toBuffer();
    const { status, body } = await send('parts.jpg', Buffer.concat(inserted(whole)));
    expect([status, body.Code]).toEqual([415, 'NOT_A_PICTURE']);
  });

  it('is an AVIF with more pixels than its decoder has memory for', async () => {
    const bomb = await canvas(32, 32).avif({ effort: 0 }).toBuffer();
    const size = bomb.indexOf('ispe') + 8;
    bomb.writeUInt32BE(6000, size);
    bomb.writeUInt32BE(5000, size + 4);
    const { status, body } = await send('wall.avif', bomb);
    expect(status).toBe(413);
    expect(body.Message).toContain('16 Мпикс');
  });

  it('is a small file that unpacks to a wall', async () => {
    const bomb = await canvas(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    const { status, body } = await send('wall.png', bomb);
    expect(status).toBe(413);
    expect(body.Message).toContain('120');
  });

  it('is a file of twenty megabytes', async () => {
    const { status, body } = await send('large.jpg', Buffer.alloc(20 * 1024 * 1024, 0xff));
    expect(status).toBe(413);
    expect(body.Message).toContain('15');
  });

  it('is a request that holds no file', async () => {
    expect((await olga('POST', images, { file: 'x' })).status).toBe(415);
  });
});

describe('pictures of an accident', () => {
  it('are sixty at most, also when they come together', async () => {
    const row = {
      company_id: company,
      accident_id: id,
      file_name: 'a.jpg',
      content_type: 'image/jpeg',
      size: 1,
      width: 1,
      height: 1,
      original_sha256: '',
      latitude: null,
      longitude: null,
      author_id: 1,
      author_name: '',
      created_at: app.clock.now(),
    };
    await app.connection.db.insertInto('accident_image').values(Array(58).fill(row)).execute();
    const photo = await canvas(20, 20).jpeg().toBuffer();
    const replies = await Promise.all([1, 2, 3, 4].map(n => send(`${n}.jpg`, photo)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.Message).toBe('К одной аварии можно приложить не больше 60 фото');
    expect((await olga('GET', images)).body).toHaveLength(60);
  });

  it('are deleted by their author or a manager, and the history keeps name and SHA-256', async () => {
    const { body } = await send('a.jpg', await canvas(20, 20).jpeg().toBuffer());
    await olga('GET', `/api/crash/unlock/${id}`);
    const pavel = app.as((await app.given.account(company, 'OPERATOR')).token);
    await pavel('GET', `/api/crash/lock/${id}`);
    expect((await pavel('DELETE', `${images}/${body.Id}`)).status).toBe(403);
    await pavel('GET', `/api/crash/unlock/${id}`);
    await olga('GET', `/api/crash/lock/${id}`);
    expect((await olga('DELETE', `${images}/${body.Id}`)).body).toEqual({ Done: true });
    expect((await olga('GET', body.Url)).status).toBe(404);
    const { body: other } = await send('b.jpg', await canvas(20, 20).jpeg().toBuffer());
    await olga('GET', `/api/crash/unlock/${id}`);
    const boss = app.as((await app.given.account(company, 'MANAGER')).token);
    await boss('GET', `/api/crash/lock/${id}`);
    expect((await boss('DELETE', `${images}/${other.Id}`)).body).toEqual({ Done: true });
    const { changes } = await app.connection.db
      .selectFrom('audit')
      .select('changes')
      .where('entity_id', '=', id)
      .where('action', '=', 'imageDelete')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual([
      { field: 'FileName', before: 'a.jpg', after: null },
      { field: 'OriginalSha256', before: body.OriginalSha256, after: null },
    ]);
  });

  it('are not there for another company, nor taken from it', async () => {
    const { body } = await send('a.jpg', await canvas(20, 20).jpeg().toBuffer());
    const outsider = app.as((await app.given.account(await app.given.company(), 'SUPERUSER')).token);
    for (const type of ['accident', 'accident-thumbnail', 'accident-original'])
      expect((await outsider('GET', `/api/v2/Image/${type}/${body.Id}`)).status).toBe(404);
    expect((await app.anonymous('GET', body.Url)).status).toBe(401);
    const photo = fileUpload('a.jpg', await canvas(20, 20).jpeg().toBuffer());
    expect((await outsider('POST', images, undefined, photo)).status).toBe(404);
  });

  it('are added only by who holds the accident', async () => {
    await olga('GET', `/api/crash/unlock/${id}`);
    const { status, body } = await send('a.jpg', await canvas(20, 20).jpeg().toBuffer());
    expect(status).toBe(409);
    expect(body.Message).toBe('Сначала возьмите аварию в работу');
  });
});
