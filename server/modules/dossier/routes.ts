import { Readable } from 'node:stream';
import type { dossierCalls } from '../../../src/contract/calls/dossiers.ts';
import { exportRetentionDays, openDossiersMax } from '../../../src/contract/limits.ts';
import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { Dossier, DossierFile } from '../../../src/contract/shapes/dossier.ts';
import { isZone } from '../../../src/schema/kinds/zone.ts';
import type { Binary, Context, HandlersOf } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Db } from '../../db/connect.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readParts } from '../../engine/jobs/parts.ts';
import { cancelJob, countOpenJobs, startJob } from '../../engine/jobs/service.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { Catalogue } from '../texts/service.ts';
import { requireDossierAccess } from './access.ts';
import { readCaseData } from './caseData.ts';
import { makeDossierJob } from './job.ts';
import { fingerprintOf, readPublicKey } from './key.ts';
import {
  type CaseKey,
  type DossierRow,
  dropFailedVersions,
  dropOldFiles,
  hasFile,
  isOpen,
  lockVersion,
  readVersions,
} from './repository.ts';
import { hashCase } from './state.ts';
import { textsFor } from './texts.ts';

export { makeDossierJob };

const toDossier = (row: DossierRow, stateSha256: string, locale: Locale): Dossier => ({
  Number: row.number,
  JobId: row.jobId,
  // The job is deleted together with the dossier's file. The version is still presented as done.
  State: row.state ?? (row.madeAt ? 'done' : 'failed'),
  Done: row.done ?? 0,
  Total: row.total,
  Error: row.error && errorMessage(locale, row.error.Code, row.error.Values),
  Locale: row.locale,
  AuthorName: row.authorName,
  CreatedAt: row.createdAt,
  MadeAt: row.madeAt,
  StateSha256: row.stateSha256,
  Current: row.stateSha256 === stateSha256,
  ManifestSha256: row.manifestSha256,
  PdfBytes: row.pdfBytes,
  ZipBytes: row.zipBytes,
  HasFile: hasFile(row),
  ExpiresAt: row.expiresAt,
});

const contentTypes = { pdf: 'application/pdf', zip: 'application/zip' } as const;

const openFile = (db: Db, companyId: number, row: DossierRow, ident: number, file: DossierFile): Binary => {
  const [from, to] = file === 'pdf' ? [0, row.pdfParts ?? 0] : [row.pdfParts ?? 0, undefined];
  return {
    contentType: contentTypes[file],
    fileName: `dossier-${ident}-${row.number}.${file}`,
    bytes: Readable.from(readParts(db, { companyId, id: row.jobId }, from, to), {
      objectMode: false,
      highWaterMark: 1,
    }),
  };
};

const readVersion = async (db: Db, key: CaseKey, number: number): Promise<DossierRow> => {
  const row = (await readVersions(db, key)).find(each => each.number === number);
  if (!row) throw notFound();
  return row;
};

/** A version of a dossier that a user wants: it shows a state of the case in a language and a time zone. */
interface WantedVersion {
  readonly key: CaseKey;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly stateSha256: string;
}

/** Returns an existing version with the same content, or starts the job that makes a new one. */
const findOrCreateVersion = async (
  tx: Tx,
  caller: Caller,
  dossierJob: ReturnType<typeof makeDossierJob>,
  { key, locale, timeZone, stateSha256 }: WantedVersion,
  at: Date,
): Promise<DossierRow> => {
  await advisoryLock(tx.db, `dossier:${key.companyId}:${key.id}`);
  const rows = await readVersions(tx.db, key);
  const existing = rows.find(
    row =>
      row.stateSha256 === stateSha256 &&
      row.locale === locale &&
      row.timeZone === timeZone &&
      (isOpen(row) || hasFile(row)),
  );
  if (existing) return existing;
  if ((await countOpenJobs(tx, caller, dossierJob.kind)) >= openDossiersMax)
    throw new DomainError('TOO_MANY_DOSSIERS', { values: { max: openDossiersMax }, retryAfterS: 30 });
  await dropFailedVersions(tx, key, rows);
  await dropOldFiles(tx, key, rows);
  const number = Math.max(0, ...rows.filter(row => row.madeAt || isOpen(row)).map(row => row.number)) + 1;
  const job_id = await startJob(tx, caller, {
    kind: dossierJob,
    input: { AccidentId: key.id, Number: number, Locale: locale, TimeZone: timeZone },
    at,
    expiresAt: new Date(at.getTime() + exportRetentionDays * 86_400_000),
  });
  await tx.db
    .insertInto('dossier')
    .values({
      company_id: key.companyId,
      accident_id: key.id,
      number,
      job_id,
      author_id: caller.accountId,
      author_name: caller.fullName,
      locale,
      time_zone: timeZone,
      created_at: at,
      state_sha256: stateSha256,
    })
    .execute();
  return readVersion(tx.db, key, number);
};

export const dossierHandlers = (
  context: Context,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
): HandlersOf<keyof typeof dossierCalls> => {
  const { db, now } = context;
  const dossierJob = makeDossierJob({ dictionaries, catalogue });
  return {
    'GET /api/v3/accidents/{id}/dossiers': async request => {
      const { caller, locale, params } = request;
      await requireDossierAccess(context, caller, params.id);
      const rows = await readVersions(db, { companyId: caller.companyId, id: params.id });
      const stateSha256 =
        rows.length > 0 ? hashCase(await readCaseData(context, dictionaries, request, params.id)) : '';
      const publicKey = await readPublicKey(db);
      return {
        Items: rows.map(row => toDossier(row, stateSha256, locale)),
        KeySha256: publicKey === undefined ? null : fingerprintOf(publicKey),
      };
    },
    'POST /api/v3/accidents/{id}/dossiers': async request => {
      const { caller, locale, params, body } = request;
      const { TimeZone: timeZone = 'UTC' } = body;
      if (!isZone(timeZone)) throw invalid({ field: 'TimeZone', message: 'timeZone' });
      await requireDossierAccess(context, caller, params.id);
      textsFor(catalogue, dictionaries, locale, timeZone);
      const key = { companyId: caller.companyId, id: params.id };
      const stateSha256 = hashCase(await readCaseData(context, dictionaries, request, params.id));
      const wanted = { key, locale, timeZone, stateSha256 };
      return request.change(async tx =>
        toDossier(await findOrCreateVersion(tx, caller, dossierJob, wanted, now()), stateSha256, locale),
      );
    },
    'GET /api/v3/accidents/{id}/dossiers/{number}/{file}': async ({ caller, params, change }) => {
      const { id, number, file } = params;
      const key = { companyId: caller.companyId, id };
      await requireDossierAccess(context, caller, id);
      const row = await readVersion(db, key, number);
      if (!hasFile(row)) throw new DomainError('DOSSIER_NOT_READY');
      const { ident } = await db
        .selectFrom('accident')
        .select('crash_unique_identifier as ident')
        .where('company_id', '=', key.companyId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const changes = [
        { field: 'DossierNumber', before: null, after: number },
        { field: 'DossierFile', before: null, after: file.toUpperCase() },
      ];
      await change(async tx => {
        await tx.audit({ entity: 'accident', entityId: id, action: 'dossierFetch', changes });
        return {};
      });
      return openFile(db, key.companyId, row, ident ?? id, file);
    },
    'DELETE /api/v3/accidents/{id}/dossiers/{number}': async ({ caller, params, change }) => {
      const key = { companyId: caller.companyId, id: params.id };
      await requireDossierAccess(context, caller, params.id);
      return change(async tx => {
        await lockVersion(tx, key, params.number);
        const row = await readVersion(tx.db, key, params.number);
        const wasOpen = await cancelJob(tx, { companyId: key.companyId, id: row.jobId }, now());
        if (!wasOpen) throw new DomainError('ALREADY_SO');
        await dropFailedVersions(tx, key, [{ ...row, state: 'cancelled' }]);
        return { Done: true as const };
      });
    },
  };
};
