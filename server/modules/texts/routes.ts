import { setTimeout } from 'node:timers/promises';
import type { textCalls } from '../../../src/contract/calls/texts.ts';
import type { Context, HandlersOf } from '../../context.ts';
import type { Dictionaries } from '../info/dictionaries.ts';
import type { Catalogue } from './catalogue.ts';
import { changeText, offerLocale } from './service.ts';

const patienceMs = 1000;

export const textHandlers = (
  context: Context,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
): HandlersOf<keyof typeof textCalls> => {
  // Refreshes the texts at once, because the event of the change comes later than the caller's next read. A failed
  // refresh does no harm: the event makes the server read the texts again.
  const refresh = () =>
    Promise.race([
      Promise.allSettled([catalogue.refresh(), dictionaries.refresh()]),
      setTimeout(patienceMs, undefined, { ref: false }),
    ]);
  return {
    'GET /api/localization/{id}': async ({ params, query }) => {
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
