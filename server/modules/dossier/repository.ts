import { sql } from 'kysely';
import { keptDossierVersionsMax } from '../../../src/contract/limits.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import type { JobState } from '../../../src/contract/states.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../transaction.ts';

export interface CaseKey {
  readonly companyId: number;
  readonly id: number;
}

/** A version of a dossier with its job, if the job is still stored. */
export interface DossierRow {
  readonly number: number;
  readonly jobId: number;
  readonly state: JobState | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly error: JobError | null;
  readonly expiresAt: string | null;
  readonly locale: 'ru' | 'en';
  readonly timeZone: string;
  readonly authorName: string;
  readonly createdAt: string;
  readonly madeAt: string | null;
  readonly stateSha256: string;
  readonly manifestSha256: string | null;
  readonly pdfBytes: number | null;
  readonly zipBytes: number | null;
  readonly pdfParts: number | null;
}

export const readVersions = async (db: Db, { companyId, id }: CaseKey): Promise<readonly DossierRow[]> => {
  const { rows } = await sql<DossierRow>`
    select dossier.number, dossier.job_id as "jobId", job.state, job.done, job.total, job.error,
      job.expires_at as "expiresAt", dossier.locale, dossier.time_zone as "timeZone",
      dossier.author_name as "authorName", dossier.created_at as "createdAt", dossier.made_at as "madeAt",
      dossier.state_sha256 as "stateSha256", dossier.manifest_sha256 as "manifestSha256",
      dossier.pdf_bytes as "pdfBytes", dossier.zip_bytes as "zipBytes", dossier.pdf_parts as "pdfParts"
    from dossier left join job on job.company_id = dossier.company_id and job.id = dossier.job_id
    where dossier.company_id = ${companyId} and dossier.accident_id = ${id}
    order by dossier.number desc`.execute(db);
  return rows;
};

/** Locks a version of a dossier before its job, because the last step of the job locks in this order. */
export const lockVersion = async (tx: Tx, { companyId, id }: CaseKey, number: number): Promise<void> => {
  await tx.db
    .selectFrom('dossier')
    .select('number')
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .where('number', '=', number)
    .forUpdate()
    .execute();
};

export const isOpen = ({ state }: DossierRow): boolean => state === 'queued' || state === 'running';
export const hasFile = ({ state, madeAt }: DossierRow): boolean => madeAt !== null && state === 'done';

/** Deletes versions whose job ended without a file. */
export const dropFailedVersions = async (
  tx: Tx,
  { companyId, id }: CaseKey,
  rows: readonly DossierRow[],
): Promise<void> => {
  const failedNumbers = rows.filter(row => row.madeAt === null && !isOpen(row)).map(({ number }) => number);
  if (failedNumbers.length === 0) return;
  await tx.db
    .deleteFrom('dossier')
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .where('number', 'in', failedNumbers)
    .execute();
};

/** Removes the files of the oldest versions, to make room for one more. The version's data stays. */
export const dropOldFiles = async (tx: Tx, { companyId }: CaseKey, rows: readonly DossierRow[]): Promise<void> => {
  const jobIds = rows
    .filter(row => hasFile(row) || isOpen(row))
    .slice(keptDossierVersionsMax - 1)
    .filter(hasFile)
    .map(({ jobId }) => jobId);
  if (jobIds.length > 0)
    await tx.db.deleteFrom('job').where('company_id', '=', companyId).where('id', 'in', jobIds).execute();
};
