import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import { type Db, openPool } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { makePartSender } from '../../engine/jobs/parts.ts';
import { readImpactRecord } from '../telemetry/service.ts';
import { type ArchiveFile, writeSignedArchive } from './archive.ts';
import { positionsCsv, samplesCsv } from './csv.ts';
import type { Document } from './document.ts';
import type { DossierTask, OmittedPicture, WrittenDossier } from './input.ts';
import { writePdf } from './pdf/write.ts';

/*
 * Code of a worker thread (server/threads/workers.ts). It draws the case and adds measurements and files, one picture
 * at a time. A cancelled dossier ends with its thread.
 */

const chunkBytes = 1024 * 1024;

const openDatabase = (databaseUrl: string): Db =>
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
const readLazily = (read: () => Promise<Buffer>): Readable =>
  Readable.from(
    (async function* () {
      yield await read();
    })(),
    { objectMode: false },
  );

export const writeDocument = (document: Document): Promise<Uint8Array> =>
  writePdf(document, { read: async () => undefined, onOmitted: () => {} });

export const writeDossier = async (task: DossierTask): Promise<WrittenDossier> => {
  const { companyId, crashMs, pictures, port } = task;
  const db = openDatabase(task.databaseUrl);
  const partSender = makePartSender(port);
  // Steps of the progress: drawing each picture, archiving each picture, the PDF, and the other files.
  const totalSteps = 2 * pictures.length + 2;
  let doneSteps = 0;
  const countStep = () => {
    doneSteps += 1;
    partSender.sendProgress(doneSteps, totalSteps);
  };
  try {
    const omittedPictures: OmittedPicture[] = [];
    const pdf = await writePdf(task.document, {
      onOmitted: (imageId, reason) => omittedPictures.push({ imageId, reason }),
      read: async id => {
        countStep();
        return readPicture(db, companyId, id, ['picture']);
      },
    });
    let pdfParts = 0;
    for (let offset = 0; offset < pdf.length; offset += chunkBytes, pdfParts += 1)
      await partSender.sendPart(pdf.slice(offset, offset + chunkBytes), doneSteps, totalSteps);
    countStep();
    const { curve, track } = await readImpactRecord(db, companyId, task.accidentId);
    const openText = (content: string) => () => Readable.from([Buffer.from(content)]);
    const files: readonly ArchiveFile[] = [
      { path: 'dossier.pdf', open: () => Readable.from([pdf], { objectMode: false }) },
      ...task.texts.map(([path, content]) => ({ path, open: openText(content) })),
      { path: 'samples.csv', open: () => Readable.from(samplesCsv(curve, crashMs), { objectMode: false }) },
      { path: 'positions.csv', open: () => Readable.from(positionsCsv(track, crashMs), { objectMode: false }) },
      ...pictures.map(({ id, path }) => ({
        path,
        open: () =>
          readLazily(async () => {
            countStep();
            const bytes = await readPicture(db, companyId, id, ['original', 'picture']);
            if (!bytes) throw new Error(`Picture ${id} is gone`);
            return bytes;
          }),
      })),
    ];
    let manifestSha256 = '';
    const archive = writeSignedArchive(files, task.key, manifest => {
      manifestSha256 = createHash('sha256').update(manifest).digest('hex');
    });
    let zipBytes = 0;
    let chunks: Buffer[] = [];
    let bufferedBytes = 0;
    const flush = async () => {
      await partSender.sendPart(Buffer.concat(chunks), doneSteps, totalSteps);
      [chunks, bufferedBytes] = [[], 0];
    };
    for await (const chunk of archive as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bufferedBytes += chunk.length;
      zipBytes += chunk.length;
      if (bufferedBytes >= chunkBytes) await flush();
    }
    await flush();
    partSender.sendProgress(totalSteps, totalSteps);
    return { manifestSha256, pdfBytes: pdf.length, pdfParts, zipBytes, omittedPictures };
  } finally {
    await db.destroy();
    port.close();
  }
};
