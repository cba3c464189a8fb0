import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import { bulkChanges } from '../../../src/resources/bulkChanges.ts';
import { actionNamed } from '../../../src/schema/define.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import type { NotifyAuthor } from '../jobs/define.ts';
import { notifyOfJob } from '../notifications/service.ts';
import type { Registry } from '../table/define.ts';
import { figuresOf } from './figures.ts';
import { countByState, readBulk } from './repository.ts';

const { Changed, Refused, Undone, Left } = bulkChanges.fields;
const shown = { run: { Changed, Refused }, undo: { Undone, Left } } as const;

/**
 * Notifies the author of a finished run or undo. A preview causes no notification, because the author waits for it on
 * the page.
 */
export const notifyOfBulk =
  (registry: Registry): NotifyAuthor<{ readonly Bulk: number; readonly Phase: 'check' | 'run' | 'undo' }> =>
  async (tx, job, { Bulk: id, Phase }, { outcome, at }) => {
    if (Phase === 'check') return undefined;
    const { resource, action, locale: stored } = await readBulk(tx.db, { companyId: job.companyId, id });
    const locale = stored as Locale;
    const what = actionNamed(registry.resource(resource), action).label[locale];
    const Path = `${bulkChanges.place.path}${id}/`;
    if ('error' in outcome) {
      const { Code, Values } = outcome.error;
      const Text = `${what}: ${errorMessage(locale, Code, Values)}`;
      return notifyOfJob(tx, job, { Kind: 'bulkFailed', Text, Path }, at);
    }
    const figures = figuresOf(await countByState(tx.db, { companyId: job.companyId, id }));
    const said = Object.entries(shown[Phase]).map(
      ([name, { label }]) => `${label[locale]}: ${formatNumber(figures[name as keyof typeof figures], 0, locale)}`,
    );
    return notifyOfJob(tx, job, { Kind: 'bulk', Text: `${what}. ${said.join(', ')}`, Path }, at);
  };
