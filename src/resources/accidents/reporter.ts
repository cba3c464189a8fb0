import type { Locale } from '../../contract/messages/index.ts';

/**
 * Names of reporters of an accident. The form of a report stores the name in the language of its author. A report
 * without a reporter, as by the API, stores `operator`.
 */
export const reporters = {
  phone: { ru: 'Звонок клиента', en: 'Call of the client' },
  police: { ru: 'Полиция', en: 'Police' },
  partner: { ru: 'Партнёр', en: 'Partner' },
  other: { ru: 'Другое', en: 'Other' },
  operator: { ru: 'оператор', en: 'operator' },
} as const;

/** Returns the name of the stored source of an accident in a language. A name that a person typed stays as it is. */
export const reporterText = (source: string, locale: Locale): string => {
  const known = Object.entries(reporters).find(([key, { ru, en }]) => [key, ru, en].includes(source));
  return known ? known[1][locale] : source;
};
