import Type from 'typebox';
import { hasAnyRole } from '../../../src/contract/access.ts';
import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import { imports } from '../../../src/resources/engine/imports.ts';
import { type Resource, rolesForVerb } from '../../../src/schema/define.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { loadDictionaries } from '../dictionaries.ts';
import { readAuthorNow } from '../jobs/author.ts';
import { defineJob, type JobKind, type NotifyAuthor } from '../jobs/define.ts';
import { startJob } from '../jobs/service.ts';
import { notifyOfJob } from '../notifications/service.ts';
import { toRequestContext } from '../table/requestContext.ts';
import { checkImport } from './checking.ts';
import { makeChoices } from './choices.ts';
import { type Import, type ImportKey, readImport } from './repository.ts';
import { makeRowReader } from './rows.ts';
import { analyzeTables, importExpiresAt, runImport, settleImport } from './running.ts';
import { undoImport } from './undoing.ts';

export const requireMayCreate = ({ roles }: Pick<Caller, 'roles'>, resource: Resource): void => {
  const allowedRoles = rolesForVerb(resource, 'create') ?? [];
  if (!hasAnyRole(roles, allowedRoles))
    throw new DomainError('FORBIDDEN', { values: { roles: allowedRoles.join(', ') } });
};

type Step = 'check' | 'run' | 'undo' | 'settle';

const { choiceLabels } = imports.fields.State;
const { Rows, WrongRows, DoubtfulRows } = imports.fields;

/** Text of a notification: `checked. Rows with errors: 3` */
const textOf = (importRow: Import, locale: Locale): string => {
  const labelledNumber = (label: Record<Locale, string>, number: number | null) =>
    `${label[locale].toLowerCase()}: ${formatNumber(number ?? 0, 0, locale)}`;
  const figures = [labelledNumber(Rows.label, importRow.row_count)];
  if (importRow.stage === 'checked')
    figures.push(
      labelledNumber(WrongRows.label, importRow.wrong_rows),
      labelledNumber(DoubtfulRows.label, importRow.doubtful_rows),
    );
  return `${choiceLabels[importRow.stage][locale]}, ${figures.join(', ')}`;
};

/**
 * Notifies the author about the end of a step: check, run or undo. The internal step `settle` causes no notification.
 */
const notifyOfImport: NotifyAuthor<{
  readonly ImportId: number;
  readonly Step: Step;
  readonly Locale: Locale;
}> = async (tx, job, { ImportId: id, Step, Locale: locale }, { outcome, at }) => {
  if (Step === 'settle') return undefined;
  const importRow = await readImport(tx.db, { companyId: job.companyId, id });
  const Path = `/cabinet/cards/import/${id}/`;
  if ('result' in outcome)
    return notifyOfJob(
      tx,
      job,
      { Kind: 'import', Text: `${importRow.file_name}: ${textOf(importRow, locale)}`, Path },
      at,
    );
  const { Code, Values } = outcome.error;
  const Text = `${importRow.file_name}: ${errorMessage(locale, Code, Values)}`;
  return notifyOfJob(tx, job, { Kind: 'importFailed', Text, Path }, at);
};

/** The kind of job has the resource's name, so that pages with imports receive the events of its jobs. */
export const importKind = 'imports';

const ImportStep = Type.Object({
  ImportId: Type.Integer(),
  /** `settle` is the internal step with the work after an import. */
  Step: Type.Enum(['check', 'run', 'undo', 'settle']),
  Locale: Type.Enum(['ru', 'en']),
});

export const importJob: JobKind<typeof ImportStep> = defineJob({
  kind: importKind,
  input: ImportStep,
  notifyAuthor: notifyOfImport,
  run: async (context: Context, { ImportId: id, Step, Locale: locale }, controls) => {
    const { job } = controls;
    const importKey: ImportKey = { companyId: job.companyId, id };
    const { resource: name, mapping, time_zone: zone, row_count: total } = await readImport(context.db, importKey);
    const resource = context.registry.resource(name);
    const importer = context.importers.of(name);
    const runInTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(
        context.db,
        { companyId: job.companyId, accountId: job.authorId, name: job.authorName, requestId: null, at: context.now() },
        work,
      );
    if (Step === 'settle') return settleImport(context, importKey, { importer }, runInTransaction, controls);
    const caller = await readAuthorNow(context, job);
    requireMayCreate(caller, resource);
    if (Step === 'undo') {
      await analyzeTables(context.db, importer);
      return undoImport(context, importKey, importer, controls);
    }
    const dictionaries = await loadDictionaries(context);
    const requestContext = toRequestContext(context, dictionaries, { caller, locale });
    const choices = makeChoices(context.registry, dictionaries);
    const rowReader = makeRowReader(context.registry, resource, importer, requestContext, choices, { mapping, zone });
    if (Step === 'check') return checkImport(context, importKey, rowReader, controls, total);
    const startSettling = async (tx: Tx): Promise<void> => {
      if (!importer.settle) return;
      const input = { ImportId: id, Step: 'settle' as const, Locale: locale };
      const at = context.now();
      await startJob(tx, caller, { kind: importJob, input, at, expiresAt: importExpiresAt(at) });
    };
    return runImport(context, { importKey, rowReader, requestContext, total, startSettling }, controls);
  },
});
