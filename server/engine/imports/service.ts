import Type from 'typebox';
import { holdsOne } from '../../../src/contract/access.ts';
import { roleFor } from '../../../src/schema/define.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { loadDictionaries } from '../dictionaries.ts';
import { authorNow } from '../jobs/author.ts';
import { defineJob, type JobKind } from '../jobs/define.ts';
import { startJob } from '../jobs/service.ts';
import { toRequestContext } from '../table/requestContext.ts';
import { checkImport } from './checking.ts';
import { makeChoices } from './choices.ts';
import { notifyOfImport } from './notice.ts';
import { type ImportKey, readImport } from './repository.ts';
import { makeRowReader } from './rows.ts';
import { keptUntil, runImport, settleImport } from './running.ts';
import { undoImport } from './undoing.ts';

/** The kind is the resource's name, so that its pages receive the events of its jobs. */
export const importKind = 'imports';

const ImportStep = Type.Object({
  ImportId: Type.Integer(),
  /** `settle` is the internal step after a run. */
  Step: Type.Enum(['check', 'run', 'undo', 'settle']),
  Locale: Type.Enum(['ru', 'en']),
});

export const importJob: JobKind<typeof ImportStep> = defineJob({
  kind: importKind,
  input: ImportStep,
  tellAuthor: notifyOfImport,
  run: async (context: Context, { ImportId: id, Step, Locale: locale }, doing) => {
    const { job } = doing;
    const place: ImportKey = { companyId: job.companyId, id };
    const { resource: name, mapping, time_zone: zone, row_count: total } = await readImport(context.db, place);
    const resource = context.registry.resource(name);
    const importer = context.importers.of(name);
    const inTurn = <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(
        context.db,
        { companyId: job.companyId, accountId: job.authorId, name: job.authorName, requestId: null, at: context.now() },
        work,
      );
    if (Step === 'settle') return settleImport(context, place, { importer }, inTurn, doing);
    const caller = await authorNow(context, job);
    const allowed = roleFor(resource, 'create') ?? [];
    if (!holdsOne(caller.roles, allowed)) throw new DomainError('FORBIDDEN', { values: { roles: allowed.join(', ') } });
    if (Step === 'undo') return undoImport(context, place, importer, doing);
    const dictionaries = await loadDictionaries(context);
    const by = toRequestContext(context, dictionaries, { caller, locale });
    const choices = makeChoices(context.registry, dictionaries);
    const reader = makeRowReader(context.registry, resource, importer, by, choices, { mapping, zone });
    if (Step === 'check') return checkImport(context, place, reader, doing, total);
    const settle = async (tx: Tx): Promise<void> => {
      if (!importer.settle) return;
      const input = { ImportId: id, Step: 'settle' as const, Locale: locale };
      const at = context.now();
      await startJob(tx, caller, { kind: importJob, input, at, expiresAt: keptUntil(at) });
    };
    return runImport(context, { place, reader, requestContext: by, total, settle }, doing);
  },
});
