import { hasAnyRole } from '../../../src/contract/access.ts';
import { exportRowsMax } from '../../../src/contract/limits.ts';
import { errorMessage } from '../../../src/contract/messages/index.ts';
import type { ExportFormat } from '../../../src/contract/states.ts';
import { rolesForVerb } from '../../../src/schema/define.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { countryTitles } from '../countries.ts';
import { readAuthorNow } from '../jobs/author.ts';
import { defineJob, type JobControls } from '../jobs/define.ts';
import { writeInParts } from '../jobs/parts.ts';
import { notifyOfJob } from '../notifications/service.ts';
import type { ExportResult } from './input.ts';
import { type EntryTitles, ExportInput, type ExportTask } from './input.ts';

export { openWorkbook } from './writers.ts';

export const exportKind = 'export';
/** Kind of jobs that write the file of a scheduled export. Their input is that of an export. */
export const scheduledExportKind = 'scheduledExport';

export const exportTooLarge = (format: ExportFormat, rows: number, locale: 'ru' | 'en'): DomainError =>
  new DomainError('EXPORT_TOO_LARGE', {
    values: {
      format: format.toUpperCase(),
      max: formatNumber(exportRowsMax[format], 0, locale),
      rows: formatNumber(rows, 0, locale),
      other: format === 'pdf' ? 'XLSX, CSV' : 'CSV',
    },
  });

export const auditExport = (
  tx: Tx,
  id: number,
  { List, Filter, Format, Columns }: ExportInput,
  rows: number,
): Promise<void> =>
  tx.audit({
    entity: exportKind,
    entityId: id,
    action: 'export',
    changes: Object.entries({ List, Filter, Format, Columns: Columns.join(', '), Total: rows }).map(
      ([field, after]) => ({
        field,
        before: null,
        after,
      }),
    ),
  });

const readEntryTitles = async (
  { db, registry }: Context,
  { Resource, Columns, Locale }: ExportInput,
): Promise<EntryTitles> => {
  const { fields } = registry.resource(Resource);
  const dictionaries = Columns.flatMap(name => fields[name]?.dictionary ?? []);
  const titles: Record<string, Record<string, string>> = { countries: { ...countryTitles(Locale) } };
  if (dictionaries.length === 0) return titles;
  const rows = await db
    .selectFrom('dictionary_entry')
    .select(['dictionary', 'code', 'title_ru', 'title_en'])
    .where('dictionary', 'in', dictionaries)
    .execute();
  for (const { dictionary, code, title_ru, title_en } of rows) {
    titles[dictionary] ??= {};
    Object.assign(titles[dictionary], { [code]: (Locale === 'ru' && title_ru) || title_en });
  }
  return titles;
};

/**
 * Writes the file of an export's job with the present rights of its author. Returns the result of the job. Throws if the
 * author may not read the list, or if the list has too many rows.
 */
export const writeExportFile = async (
  context: Context,
  input: ExportInput,
  controls: JobControls,
  { accountId, companyId, companyName, roles }: Caller,
): Promise<{ Rows: number; SizeBytes: number; Attempt: number }> => {
  const readerRoles = rolesForVerb(context.registry.resource(input.Resource), 'list') ?? [];
  if (!hasAnyRole(roles, readerRoles))
    throw new DomainError('FORBIDDEN', { values: { roles: readerRoles.join(', ') } });
  const task: Omit<ExportTask, 'port'> = {
    databaseUrl: String(context.pool.options.connectionString),
    input,
    reader: { accountId, companyId, roles },
    companyName,
    authorName: controls.job.authorName,
    nowIso: context.now().toISOString(),
    entryTitles: await readEntryTitles(context, input),
  };
  const result = await writeInParts(context, controls, (port, signal) =>
    context.fileWorkers.run<(task: ExportTask) => Promise<ExportResult>>(
      'engine/exports/writeExport',
      { ...task, port },
      [port],
      signal,
    ),
  );
  if ('tooMany' in result) throw exportTooLarge(input.Format, result.tooMany, input.Locale);
  const { rows, sizeBytes } = result;
  controls.progress(rows, rows);
  return { Rows: rows, SizeBytes: sizeBytes, Attempt: controls.job.attempt };
};

export const exportJob = defineJob<typeof ExportInput>({
  kind: exportKind,
  input: ExportInput,
  notifyAuthor: (tx, job, { FileName: file, Locale: locale }, { outcome, at }) => {
    const Path = '/cabinet/exports/';
    if ('result' in outcome) return notifyOfJob(tx, job, { Kind: 'export', Text: file, Path }, at);
    const { Code, Values } = outcome.error;
    const Text = `${file}: ${errorMessage(locale, Code, Values)}`;
    return notifyOfJob(tx, job, { Kind: 'exportFailed', Text, Path }, at);
  },
  run: async (context, input, controls) => {
    const file = await writeExportFile(context, input, controls, await readAuthorNow(context, controls.job));
    return async tx => {
      await auditExport(tx, controls.job.id, input, file.Rows);
      return file;
    };
  },
});
