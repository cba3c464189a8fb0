import Type from 'typebox';
import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import { Id } from '../../../src/contract/shapes/common.ts';
import { bulkChanges } from '../../../src/resources/engine/bulkChanges.ts';
import { actionByName } from '../../../src/schema/define.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import { defineJob, type NotifyAuthor } from '../jobs/define.ts';
import { notifyOfJob } from '../notifications/service.ts';
import type { ActionServices } from '../table/actions.ts';
import type { Registry } from '../table/define.ts';
import { figuresOf } from './figures.ts';
import { check, run, undo } from './phases.ts';
import { countByState, readBulk } from './repository.ts';
import { loadBulkWork } from './work.ts';

const { Changed, Refused, Undone, Left } = bulkChanges.fields;
const shownFigures = { run: { Changed, Refused }, undo: { Undone, Left } } as const;

/**
 * Notifies the author of a bulk change or its undo that has ended. A preview causes no notification, because the author
 * waits for it on the page.
 */
const notifyOfBulk =
  (registry: Registry): NotifyAuthor<{ readonly Bulk: number; readonly Phase: 'check' | 'run' | 'undo' }> =>
  async (tx, job, { Bulk: id, Phase }, { outcome, at }) => {
    if (Phase === 'check') return undefined;
    const { resource, action, locale: stored } = await readBulk(tx.db, { companyId: job.companyId, id });
    const locale = stored as Locale;
    const actionLabel = actionByName(registry.resource(resource), action).label[locale];
    const Path = `${bulkChanges.navigation.path}${id}/`;
    if ('error' in outcome) {
      const { Code, Values } = outcome.error;
      const Text = `${actionLabel}: ${errorMessage(locale, Code, Values)}`;
      return notifyOfJob(tx, job, { Kind: 'bulkFailed', Text, Path }, at);
    }
    const figures = figuresOf(await countByState(tx.db, { companyId: job.companyId, id }));
    const figureTexts = Object.entries(shownFigures[Phase]).map(
      ([name, { label }]) => `${label[locale]}: ${formatNumber(figures[name as keyof typeof figures], 0, locale)}`,
    );
    return notifyOfJob(tx, job, { Kind: 'bulk', Text: `${actionLabel}. ${figureTexts.join(', ')}`, Path }, at);
  };

const phases = { check, run, undo } as const;
const BulkInput = Type.Object({ Bulk: Id, Phase: Type.Enum(['check', 'run', 'undo']) });

/**
 * The kind of job has the resource's name, so that pages with bulk changes reload when one of their jobs progresses.
 */
export const bulkKind = bulkChanges.name;

/**
 * One of the three jobs of a bulk change: preview, change or undo. A restarted job continues where the last attempt
 * ended, and each record is changed once.
 */
export const makeBulkJob = (services: ActionServices) =>
  defineJob({
    kind: bulkKind,
    input: BulkInput,
    notifyAuthor: notifyOfBulk(services.context.registry),
    run: async (_context, { Bulk, Phase }, controls) => phases[Phase](await loadBulkWork(services, Bulk, controls)),
  });
