import { setTimeout } from 'node:timers/promises';
import type { textCalls } from '../../../src/contract/calls/texts.ts';
import type { Context, HandlersOf } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import type { Catalogue } from './catalogue.ts';
import { changeText, offerLocale } from './service.ts';

/** Longest wait for the database, ms. After it a read returns the texts that are in memory. */
const patienceMs = 1000;

export const textHandlers = (
  context: Context,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
): HandlersOf<keyof typeof textCalls> => {
  const logFailure = (error: unknown) =>
    context.log.warn({ err: error }, 'texts: not read again, those in memory stay');
  // Refreshes the texts at once, because the event of the change comes later than the caller's next read. A failed
  // refresh does no harm: the event makes the server read the texts again.
  const refresh = () =>
    Promise.race([
      Promise.all([catalogue.refresh(), dictionaries.refresh()].map(read => read.catch(logFailure))),
      setTimeout(patienceMs, undefined, { ref: false }),
    ]);
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    next = undefined;
    // Without the database the texts in memory stay as they are.
    running = catalogue
      .refresh()
      .catch(logFailure)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  // Reads the texts before each answer. Another process may have changed a text, and the event of the change may arrive
  // later. Requests that come during a read share the next read, so that any number of them needs one connection.
  const readNow = () => {
    if (running) next ??= running.then(run);
    return Promise.race([next ?? run(), setTimeout(patienceMs, undefined, { ref: false })]);
  };
  return {
    'GET /api/localization/{id}': async ({ params, query }) => {
      await readNow();
      const which = query?.changed ? 'changed' : 'texts';
      const whole = catalogue.read(params.id);
      const Version = whole.version[which];
      return {
        etag: Version,
        answer: { Locale: params.id, Version, Texts: whole[which], Locales: [...catalogue.locales()] },
      };
    },
    'POST /api/uilocalization': async request => {
      const done = await changeText(context, dictionaries, catalogue, request);
      await refresh();
      return done;
    },
    'POST /api/uilocalizationlocale': async request => {
      const done = await offerLocale(request);
      await refresh();
      return done;
    },
  };
};
