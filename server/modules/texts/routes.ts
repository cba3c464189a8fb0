import type { textCalls } from '../../../src/contract/calls/texts.ts';
import type { Context, HandlersOf } from '../../context.ts';
import type { Dictionaries } from '../info/dictionaries.ts';
import type { Catalogue } from './catalogue.ts';
import { changeText, offerLocale } from './service.ts';

export const textHandlers = (
  context: Context,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
): HandlersOf<keyof typeof textCalls> => ({
  'GET /api/localization/{id}': async ({ params, query }) => {
    const which = query?.changed ? 'changed' : 'texts';
    const whole = catalogue.read(params.id);
    const Version = whole.version[which];
    return {
      etag: Version,
      answer: { Locale: params.id, Version, Texts: whole[which], Locales: [...catalogue.locales()] },
    };
  },
  'POST /api/uilocalization': request => changeText(context, dictionaries, catalogue, request),
  'POST /api/uilocalizationlocale': request => offerLocale(request),
});
