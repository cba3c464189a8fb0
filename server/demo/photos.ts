import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import sharp from 'sharp';
import { minuteMs } from '../../src/schema/kinds/time.ts';
import { reencodePicture } from '../modules/images/service.ts';

const width = 960;
const height = 720;

const drawScene = (sky: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <rect width="960" height="330" fill="${sky}"/><rect y="330" width="960" height="390" fill="#5a6068"/>
    <path d="M0 330H960V352H0Z" fill="#8b8f8a"/><path d="M70 640H330M430 640H690M790 640H960" stroke="#d9dcdf" stroke-width="12"/>
    ${content}</svg>`;

const drawCar = (bodyColour: string, transform: string, tailgate: string): string =>
  `<g transform="${transform}"><ellipse cx="300" cy="322" rx="310" ry="26" fill="#30353b"/>
    <path d="M70 60Q90 0 150 0H450Q510 0 530 60L560 150V280Q560 300 540 300H60Q40 300 40 280V150Z" fill="${bodyColour}"/>
    <path d="M112 62Q126 26 158 26H442Q474 26 488 62L502 128H98Z" fill="#27313c"/>
    <rect x="60" y="150" width="92" height="44" rx="8" fill="#b3232b"/><rect x="448" y="150" width="92" height="44" rx="8" fill="#b3232b"/>
    <rect x="40" y="226" width="520" height="66" rx="14" fill="#22272d"/><rect x="232" y="160" width="136" height="32" fill="#f4f4ee"/>
    <rect x="72" y="290" width="74" height="42" rx="10" fill="#15181c"/><rect x="454" y="290" width="74" height="42" rx="10" fill="#15181c"/>
    ${tailgate}</g>`;

const dentDrawing = `<path d="M372 292L396 232L432 262L470 222L508 268L560 240V292Z" fill="#0f1215"/>
  <path d="M380 228L420 210L452 226L500 204" stroke="#d7dbe0" stroke-width="4" fill="none"/>
  <path d="M450 152L476 176L462 192M500 150L492 194" stroke="#f2d4d5" stroke-width="4" fill="none"/>`;

/** Photos of the demo. They are drawings, so that they show no real car and no real number plate. */
const photoDrawings = {
  place: drawScene(
    '#c3d3e0',
    `<rect x="40" y="120" width="190" height="210" fill="#a9a296"/><rect x="700" y="80" width="220" height="250" fill="#98928a"/>
     ${drawCar('#d5d9dc', 'translate(330 190) scale(.62)', dentDrawing)}${drawCar('#39566f', 'translate(30 300) scale(.72)', '')}`,
  ),
  damage: drawScene('#b8c4cd', drawCar('#d5d9dc', 'translate(-330 90) scale(2)', dentDrawing)),
} as const;

const photos = [
  { drawing: 'place', name: 'IMG_2041.jpg', caption: 'Место аварии', minutesAfter: 9 },
  { drawing: 'damage', name: 'IMG_2042.jpg', caption: 'Задний бампер и фонарь', minutesAfter: 11 },
] as const;

interface ConfirmedAccident {
  readonly company_id: number;
  readonly id: number;
  readonly crash_at: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly author_id: number;
  readonly author_name: string;
}

export const writePhotos = async (client: PoolClient, today: Date): Promise<void> => {
  const { rows } = await client.query<ConfirmedAccident>(
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
    const { picture, thumbnail, width, height } = await reencodePicture(original, name, {
      owner: { accountId: decided.author_id, companyId: decided.company_id },
      reserveMemory: work => work(),
    });
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
