import { errorMessage, type Locale } from '../../../src/contract/messages/index.ts';
import { imports } from '../../../src/resources/engine/imports.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import type { NotifyAuthor } from '../jobs/define.ts';
import { notifyOfJob } from '../notifications/service.ts';
import { type Import, readImport } from './repository.ts';

type Step = 'check' | 'run' | 'undo' | 'settle';

const { choiceLabels } = imports.fields.State;
const { Rows, WrongRows, DoubtfulRows } = imports.fields;

/** Text of a notification: `checked. Rows with errors: 3` */
const textOf = (found: Import, locale: Locale): string => {
  const n = (label: Record<Locale, string>, number: number | null) =>
    `${label[locale].toLowerCase()}: ${formatNumber(number ?? 0, 0, locale)}`;
  const figures = [n(Rows.label, found.row_count)];
  if (found.stage === 'checked')
    figures.push(n(WrongRows.label, found.wrong_rows), n(DoubtfulRows.label, found.doubtful_rows));
  return `${choiceLabels[found.stage][locale]}, ${figures.join(', ')}`;
};

/**
 * Notifies the author about the end of a step. The step after an import (`settle`) is internal and causes no
 * notification.
 */
export const notifyOfImport: NotifyAuthor<{
  readonly ImportId: number;
  readonly Step: Step;
  readonly Locale: Locale;
}> = async (tx, job, { ImportId: id, Step, Locale: locale }, { outcome, at }) => {
  if (Step === 'settle') return undefined;
  const found = await readImport(tx.db, { companyId: job.companyId, id });
  const Path = `/cabinet/cards/import/${id}/`;
  if ('result' in outcome)
    return notifyOfJob(tx, job, { Kind: 'import', Text: `${found.file_name}: ${textOf(found, locale)}`, Path }, at);
  const { Code, Values } = outcome.error;
  const Text = `${found.file_name}: ${errorMessage(locale, Code, Values)}`;
  return notifyOfJob(tx, job, { Kind: 'importFailed', Text, Path }, at);
};
