import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import sharp from 'sharp';
import { drawAnew } from '../modules/images/service.ts';
import { photoDrawings } from './photoDrawings.ts';

const minuteMs = 60_000;

const photos = [
  { drawing: 'place', name: 'IMG_2041.jpg', caption: 'Место аварии', minutesAfter: 9 },
  { drawing: 'damage', name: 'IMG_2042.jpg', caption: 'Задний бампер и фонарь', minutesAfter: 11 },
] as const;

interface Decided {
  readonly company_id: number;
  readonly id: number;
  readonly crash_at: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly author_id: number;
  readonly author_name: string;
}

/** Writes photos of a confirmed accident of the first company, as examples for the case and its dossier. */
export const writePhotos = async (client: PoolClient, today: Date): Promise<void> => {
  const { rows } = await client.query<Decided>(
    `select a.company_id, a.id, a.crash_at, a.latitude, a.longitude, o.id as author_id, o.full_name as author_name
     from accident a join account o on o.company_id = a.company_id and o.email = 'operator@demo.drivedesk'
     where a.status = 'closed' and a.severity = 'major' and a.unconfirmation_reason_id is null
       and a.crash_at < $1::timestamptz - interval '1 hour'
     order by a.crash_at desc limit 1`,
    [today],
  );
  const [decided] = rows;
  if (!decided) return;
  for (const { drawing, name, caption, minutesAfter } of photos) {
    const original = await sharp(Buffer.from(photoDrawings[drawing])).jpeg({ quality: 80 }).toBuffer();
    const { picture, thumbnail, width, height } = await drawAnew(original, name);
    const takenAt = new Date(new Date(decided.crash_at).getTime() + minutesAfter * minuteMs);
    const { rows: images } = await client.query<{ id: number }>(
      `insert into accident_image (company_id, accident_id, file_name, content_type, size, width, height, original_sha256,
         taken_at, latitude, longitude, author_id, author_name, created_at, caption)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
      [
        decided.company_id,
        decided.id,
        name,
        picture.contentType,
        picture.bytes.length,
        width,
        height,
        createHash('sha256').update(original).digest('hex'),
        takenAt,
        decided.latitude,
        decided.longitude,
        decided.author_id,
        decided.author_name,
        new Date(takenAt.getTime() + 20 * minuteMs),
        caption,
      ],
    );
    const renditions = { picture, thumbnail, original: { contentType: 'application/octet-stream', bytes: original } };
    for (const [variant, { contentType, bytes }] of Object.entries(renditions))
      await client.query(
        'insert into image_data (company_id, image_id, variant, content_type, bytes) values ($1, $2, $3, $4, $5)',
        [decided.company_id, images[0]?.id, variant, contentType, bytes],
      );
  }
};
