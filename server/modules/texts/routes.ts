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
  // Whoever has changed a text reads it changed: the news of it comes later. Where the texts cannot be read now, the change
  // is stored all the same, and the news has them read again.
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
