import { errorMessage } from '../../../src/contract/messages/index.ts';
import type { Image } from '../../../src/contract/shapes/accident.ts';
import type { Context } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readAuthorNow } from '../../engine/jobs/author.ts';
import { defineJob, type JobControls } from '../../engine/jobs/define.ts';
import { writeInParts } from '../../engine/jobs/parts.ts';
import { notifyOfJob } from '../../engine/notifications/service.ts';
import type { Tx } from '../../transaction.ts';
import type { Catalogue } from '../texts/service.ts';
import { requireDossierAccess } from './access.ts';
import { type CaseData, readCaseData } from './caseData.ts';
import { composeDocument, type DossierInfo } from './compose.ts';
import { DossierInput, type DossierTask, type PictureFile, type WrittenDossier } from './input.ts';
import { ensureKey, fingerprintOf } from './key.ts';
import { hashCase } from './state.ts';
import { type Texts, textsFor } from './texts.ts';
import type { writeDossier } from './thread.ts';

export const dossierKind = 'dossier';

const pictureExtension = /\.(jpe?g|png|webp|hei[cf]|avif)$/i;

/**
 * Returns a safe path for a picture's file. Every system and the manifest can store it, and programs open the file only
 * as a picture.
 */
const pictureFile = ({ Id, FileName }: Image, at: number): PictureFile => {
  const extension = pictureExtension.exec(FileName)?.[1]?.toLowerCase() ?? 'bin';
  return { id: Id, path: `images/${String(at + 1).padStart(3, '0')}.${extension}` };
};

const dossierTitles = {
  ru: (accident: number, version: number) => `#${accident}, версия ${version}`,
  en: (accident: number, version: number) => `#${accident}, version ${version}`,
} as const;

/** The case as JSON for programs: the data of the API, and facts about the dossier. */
const caseJson = ({ curves: _, ...data }: CaseData, info: DossierInfo, pictures: readonly PictureFile[]): string => {
  const { accident, insured, calls, notes, images, history, map, reconstruction, operatorName } = data;
  const { duplicates, keptCase } = data;
  return `${JSON.stringify(
    {
      Format: 'drivedesk-dossier/1',
      Dossier: {
        Number: info.number,
        Company: info.company,
        MadeBy: info.author,
        MadeAt: info.madeAt,
        StateSha256: info.stateSha256,
      },
      Accident: accident,
      OperatorName: operatorName,
      Duplicates: duplicates,
      KeptCase: keptCase ?? null,
      Insured: insured ?? null,
      Calls: calls,
      Notes: notes,
      Images: images.map((image, at) => ({ ...image, File: pictures[at]?.path })),
      History: history,
      Track: map.Track,
      Reconstruction: reconstruction,
    },
    null,
    2,
  )}\n`;
};

const checkInstructions = ({ say }: Texts, { keySha256 }: DossierInfo): string =>
  ['title', 'sums', 'signature', 'key', 'whole', 'contents']
    .map(part => say(`dossier.check.${part}`, { key: keySha256 }))
    .join('\n\n')
    .concat('\n');

interface DossierSources {
  readonly dictionaries: Dictionaries;
  readonly catalogue: Catalogue;
}

/** Reads the case, and returns what a thread needs to write its dossier. */
const prepareTask = async (
  context: Context,
  { dictionaries, catalogue }: DossierSources,
  input: DossierInput,
  { job }: JobControls,
) => {
  const caller = await readAuthorNow(context, job);
  await requireDossierAccess(context, caller, input.AccidentId);
  const texts = textsFor(catalogue, dictionaries, input.Locale, input.TimeZone);
  const data = await readCaseData(context, dictionaries, { caller, locale: input.Locale }, input.AccidentId);
  const key = await ensureKey(context.db, context.now());
  const info: DossierInfo = {
    number: input.Number,
    company: caller.companyName,
    author: job.authorName,
    madeAt: context.now().toISOString(),
    stateSha256: hashCase(data),
    keySha256: fingerprintOf(key.publicKey),
  };
  const pictures = data.images.map(pictureFile);
  const task: Omit<DossierTask, 'port'> = {
    databaseUrl: String(context.pool.options.connectionString),
    companyId: job.companyId,
    accidentId: input.AccidentId,
    crashMs: Date.parse(data.accident.CrashDateTime),
    document: composeDocument(texts, data, pictures, info),
    pictures,
    texts: [
      ['README.txt', checkInstructions(texts, info)],
      ['case.json', caseJson(data, info, pictures)],
    ],
    key,
  };
  return { info, task };
};

const storeDossier = async (
  tx: Tx,
  companyId: number,
  input: DossierInput,
  info: DossierInfo,
  result: WrittenDossier,
): Promise<void> => {
  await tx.db
    .updateTable('dossier')
    .set({
      made_at: info.madeAt,
      state_sha256: info.stateSha256,
      key_sha256: info.keySha256,
      manifest_sha256: result.manifestSha256,
      pdf_bytes: result.pdfBytes,
      zip_bytes: result.zipBytes,
      pdf_parts: result.pdfParts,
    })
    .where('company_id', '=', companyId)
    .where('accident_id', '=', input.AccidentId)
    .where('number', '=', input.Number)
    .execute();
  const auditedValues = {
    DossierNumber: input.Number,
    StateSha256: info.stateSha256,
    ManifestSha256: result.manifestSha256,
  };
  const changes = Object.entries(auditedValues).map(([field, after]) => ({ field, before: null, after }));
  await tx.audit({ entity: 'accident', entityId: input.AccidentId, action: 'dossier', changes });
};

export const makeDossierJob = (sources: DossierSources) =>
  defineJob<typeof DossierInput>({
    kind: dossierKind,
    input: DossierInput,
    notifyAuthor: async (tx, job, { AccidentId, Number: number, Locale }, { outcome, at }) => {
      const accident = await tx.db
        .selectFrom('accident')
        .select(['object_id as objectId', 'status'])
        .where('company_id', '=', job.companyId)
        .where('id', '=', AccidentId)
        .executeTakeFirst();
      if (!accident) return undefined;
      const { objectId, status } = accident;
      const Path = `/cabinet/accidents/${status}/${AccidentId}/${encodeURIComponent(objectId)}`;
      const title = dossierTitles[Locale](AccidentId, number);
      if ('result' in outcome) return notifyOfJob(tx, job, { Kind: 'dossier', Text: title, Path }, at);
      const { Code, Values } = outcome.error;
      const Text = `${title}: ${errorMessage(Locale, Code, Values)}`;
      return notifyOfJob(tx, job, { Kind: 'dossierFailed', Text, Path }, at);
    },
    run: async (context, input, controls) => {
      const { info, task } = await prepareTask(context, sources, input, controls);
      const result = await writeInParts(context, controls, (port, signal) =>
        context.fileWorkers.run<typeof writeDossier>('modules/dossier/writeDossier', { ...task, port }, [port], signal),
      );
      const { job } = controls;
      for (const omitted of result.omittedPictures)
        context.log.warn(
          { job: job.id, accident: input.AccidentId, ...omitted },
          'a dossier shows a picture in texts alone',
        );
      return async tx => {
        await storeDossier(tx, job.companyId, input, info, result);
        return { Number: input.Number, ZipBytes: result.zipBytes };
      };
    },
  });
