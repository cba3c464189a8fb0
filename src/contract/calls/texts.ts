import Type from 'typebox';
import { superusers } from '../access.ts';
import { textMaxLength } from '../limits.ts';
import { Done } from '../shapes/common.ts';

const tag = 'Texts';
const Locale = Type.Enum(['ru', 'en']);

/**
 * Calls for the texts of the web application: built-in texts, and the changes that superusers made. All companies have
 * the same texts.
 */
export const textCalls = {
  'GET /api/localization/{id}': {
    tag,
    title: 'Read texts',
    purpose:
      'Texts of the cabinet in a language, including changes; with `changed`, only changes. Texts without Russian are returned in English. With `If-None-Match`, unchanged texts are answered with 304.',
    access: 'public',
    params: Type.Object({ id: Locale }),
    hasEtag: true,
    query: Type.Object({ changed: Type.Optional(Type.Boolean()) }),
    answer: Type.Object({
      Locale,
      /** Version of all texts together. The version changes whenever a text changes. */
      Version: Type.String(),
      Texts: Type.Record(Type.String(), Type.String()),
      /** Languages that the web application offers. */
      Locales: Type.Array(Locale),
    }),
  },
  'POST /api/uilocalization': {
    tag,
    title: 'Change a text',
    purpose:
      'Change one text of the cabinet, or one title of a dictionary (`dictionaries.carParts.5`), in one language. Null restores the built-in text. An unknown key, a missing placeholder or markup: 422. The change applies at once in every process and open tab.',
    access: superusers,
    body: Type.Object(
      {
        Locale,
        Key: Type.String({ minLength: 1, maxLength: 200 }),
        Text: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: textMaxLength }),
      },
      { additionalProperties: false },
    ),
    answer: Done,
  },
  'POST /api/uilocalizationlocale': {
    tag,
    title: 'Enable or disable a language',
    purpose: 'Enables or disables a language of the cabinet. At least one stays enabled.',
    access: superusers,
    body: Type.Object({ Locale, Enabled: Type.Boolean() }, { additionalProperties: false }),
    answer: Done,
  },
} as const;
