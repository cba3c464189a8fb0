import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../server/errors.ts';
import { reencodePicture } from '../../../../../server/modules/images/picture.ts';
import { deepPng } from '../../../../support/hugeFiles.ts';

const heic = await readFile('tests/fixtures/pictures/two-colours.heic');

/** A PNG whose header has 14 MB of metadata. */
const longHeader = async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const headBytes = 33;
  const data = Buffer.alloc(14_000_000, 'II*\0');
  const named = Buffer.concat([Buffer.from('eXIf'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([picture.subarray(0, headBytes), length, named, sum, picture.subarray(headBytes)]);
};

it.each([
  ['HEIC', () => heic, 0],
  ['PNG', () => deepPng(8000), 1],
  ['PNG with a slow header', longHeader, 0],
] as const)('asks to send a %s again later whose decoder ran out of time', async (_format, made, timeoutS) => {
  const failure = await reencodePicture(await made(), 'photo', { timeoutS }).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(DomainError);
  expect(failure).toMatchObject({ code: 'OVERLOADED', status: 503, details: { retryAfterS: 30 } });
});

it('draws a HEIC of a phone upright, with its colours, at most 4096 pixels long', async () => {
  const largest = await reencodePicture(await readFile('tests/fixtures/pictures/largest.heic'), 'photo', {
    timeoutS: 240,
  });
  expect([largest.width, largest.height]).toEqual([4096, 3072]);
  const { channels } = await sharp(largest.picture.bytes).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([20, 3, 3]);
});

it('runs the decoder of a large picture in the memory of a thread, and that of a small one at once', async () => {
  let reserved = 0;
  const reserve = <T>(work: () => Promise<T>): Promise<T> => {
    reserved += 1;
    return work();
  };
  const progressive = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'red' } }).jpeg({ progressive: true });
  for (const bytes of [heic, await progressive(100).toBuffer()]) await reencodePicture(bytes, 'photo', { reserve });
  expect(reserved).toBe(0);
  await reencodePicture(await progressive(4000).toBuffer(), 'photo', { reserve });
  expect(reserved).toBe(1);
});

describe('a JPEG that is damaged in its middle', () => {
  const photograph = () => {
    const pixels = Buffer.from(
      Array.from({ length: 640 * 480 * 3 }, (_, i) => (Math.sin(i / 997) * 90 + 128 + ((i * 7919) % 40)) | 0),
    );
    return sharp(pixels, { raw: { width: 640, height: 480, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer();
  };

  it('is taken and marked like one that is cut', async () => {
    const file = await photograph();
    file.fill(0xff, file.length >> 1, (file.length >> 1) + 500);
    expect(await reencodePicture(file, 'a.jpg')).toMatchObject({ isTruncated: true, width: 640, height: 480 });
  });

  it('is not meant by superfluous bytes, as cameras write them', async () => {
    const file = await photograph();
    const withMore = Buffer.concat([
      file.subarray(0, -2),
      Buffer.from([1, 2, 3]),
      file.subarray(-2),
      Buffer.alloc(900, 7),
    ]);
    for (const each of [file, withMore])
      expect(await reencodePicture(each, 'a.jpg')).toMatchObject({ isTruncated: false });
  });
});
