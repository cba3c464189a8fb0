import { setTimeout } from 'node:timers/promises';
import type { textCalls } from '../../../src/contract/calls/texts.ts';
import type { Context, HandlersOf } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { defineModule } from '../../module.ts';
import type { Catalogue } from './catalogue.ts';
import { changeText, setLocaleEnabled } from './service.ts';

/** Longest wait for the database, ms. After this time a call returns the texts that are in memory. */
const maxWaitMs = 1000;

const textHandlers = (
  context: Context,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
): HandlersOf<keyof typeof textCalls> => {
  const logFailure = (error: unknown) =>
    context.log.warn({ err: error }, 'texts: not read again, those in memory stay');
  // Refreshes the texts after a change at once, because the event of the change may come after the caller's next read.
  // A failed refresh does no harm: the event makes the server read the texts again.
  const refresh = () =>
    Promise.race([
      Promise.all([catalogue.refresh(), dictionaries.refresh()].map(read => read.catch(logFailure))),
      setTimeout(maxWaitMs, undefined, { ref: false }),
    ]);
  let runningRefresh: Promise<void> | undefined;
  let nextRefresh: Promise<void> | undefined;
  const startRefresh = (): Promise<void> => {
    nextRefresh = undefined;
    // If the database fails, the texts in memory stay as they are.
    runningRefresh = catalogue
      .refresh()
      .catch(logFailure)
      .finally(() => {
        runningRefresh = undefined;
      });
    return runningRefresh;
  };
  // Reads the texts before each answer. Another process may have changed a text, and the event of the change may arrive
  // later. Requests that come during a read share the next read, so that any number of them needs one connection.
  const refreshBeforeRead = () => {
    if (runningRefresh) nextRefresh ??= runningRefresh.then(startRefresh);
    return Promise.race([nextRefresh ?? startRefresh(), setTimeout(maxWaitMs, undefined, { ref: false })]);
  };
  return {
    'GET /api/localization/{id}': async ({ params, query }) => {
      await refreshBeforeRead();
      const variant = query?.changed ? 'changed' : 'texts';
      const localeTexts = catalogue.read(params.id);
      const Version = localeTexts.version[variant];
      return {
        etag: Version,
        answer: { Locale: params.id, Version, Texts: localeTexts[variant], Locales: [...catalogue.locales()] },
      };
    },
    'POST /api/uilocalization': async request => {
      const result = await changeText(context, dictionaries, catalogue, request);
      await refresh();
      return result;
    },
    'POST /api/uilocalizationlocale': async request => {
      const result = await setLocaleEnabled(request);
      await refresh();
      return result;
    },
  };
};

export const texts = defineModule({
  calls: ({ context, dictionaries, catalogue }) => textHandlers(context, dictionaries, catalogue),
});
