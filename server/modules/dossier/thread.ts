import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import { type Db, openPool } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { sendPartsTo } from '../../engine/jobs/parts.ts';
import { readImpactRecord } from '../telemetry/service.ts';
import { type ArchiveFile, signedArchive } from './archive.ts';
import type { DossierTask, LeftOut, WrittenDossier } from './input.ts';
import { writePdf } from './pdf/write.ts';
import { positionsCsv, samplesCsv } from './tables.ts';

/*
 * Code of a worker thread (server/threads/workers.ts). It draws the case and adds measurements and files, one picture at
 * a time. A cancelled dossier ends with its thread.
 */

const chunkBytes = 1024 * 1024;

const open = (databaseUrl: string): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: openPool(databaseUrl, { connections: 1, statementMs: 60_000, idleInTransactionMs: 60_000 }),
    }),
  });

const readPicture = async (
  db: Db,
  companyId: number,
  imageId: number,
  variants: readonly ('original' | 'picture')[],
): Promise<Buffer | undefined> => {
  const rows = await db
    .selectFrom('image_data')
    .select(['variant', 'bytes'])
    .where('company_id', '=', companyId)
    .where('image_id', '=', imageId)
    .where('variant', 'in', [...variants])
    .execute();
  return variants.map(variant => rows.find(row => row.variant === variant)?.bytes).find(bytes => bytes !== undefined);
};

/** Returns a stream that reads the picture when the archive needs it. So only one picture is in memory at a time. */
const lazily = (read: () => Promise<Buffer>): Readable =>
  Readable.from(
    (async function* () {
      yield await read();
    })(),
    { objectMode: false },
  );

/** Reads the case, writes PDF and archive, and sends both in parts. */
export const writeDossier = async (task: DossierTask): Promise<WrittenDossier> => {
  const { companyId, crashMs, pictures, port } = task;
  const db = open(task.databaseUrl);
  const giver = sendPartsTo(port);
  // Steps of the progress: drawing each picture, archiving each picture, the PDF, and the other files.
  const total = 2 * pictures.length + 2;
  let done = 0;
  const step = () => {
    done += 1;
    giver.tell(done, total);
  };
  try {
    const leftOut: LeftOut[] = [];
    const pdf = await writePdf(task.document, {
      leftOut: (imageId, reason) => leftOut.push({ imageId, reason }),
      read: async id => {
        step();
        return readPicture(db, companyId, id, ['picture']);
      },
    });
    let pdfParts = 0;
    for (let from = 0; from < pdf.length; from += chunkBytes, pdfParts += 1)
      await giver.give(pdf.slice(from, from + chunkBytes), done, total);
    step();
    const { curve, track } = await readImpactRecord(db, companyId, task.accidentId);
    const text = (content: string) => () => Readable.from([Buffer.from(content)]);
    const files: readonly ArchiveFile[] = [
      { path: 'dossier.pdf', open: () => Readable.from([pdf], { objectMode: false }) },
      ...task.texts.map(([path, content]) => ({ path, open: text(content) })),
      { path: 'samples.csv', open: () => Readable.from(samplesCsv(curve, crashMs), { objectMode: false }) },
      { path: 'positions.csv', open: () => Readable.from(positionsCsv(track, crashMs), { objectMode: false }) },
      ...pictures.map(({ id, path }) => ({
        path,
        open: () =>
          lazily(async () => {
            step();
            const bytes = await readPicture(db, companyId, id, ['original', 'picture']);
            if (!bytes) throw new Error(`Picture ${id} is gone`);
            return bytes;
          }),
      })),
    ];
    let manifestSha256 = '';
    const archive = signedArchive(files, task.key, manifest => {
      manifestSha256 = createHash('sha256').update(manifest).digest('hex');
    });
    let zipBytes = 0;
    let parts: Buffer[] = [];
    let waiting = 0;
    const send = async () => {
      await giver.give(Buffer.concat(parts), done, total);
      [parts, waiting] = [[], 0];
    };
    for await (const part of archive as AsyncIterable<Buffer>) {
      parts.push(part);
      waiting += part.length;
      zipBytes += part.length;
      if (waiting >= chunkBytes) await send();
    }
    await send();
    giver.tell(total, total);
    return { manifestSha256, pdfBytes: pdf.length, pdfParts, zipBytes, leftOut };
  } finally {
    await db.destroy();
    port.close();
  }
};
