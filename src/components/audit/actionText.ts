import type { Locale } from '../../i18n/locale.ts';
import type { Resource } from '../../resources/define.ts';

interface Reader {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

/** A move of the life cycle has the words of its button; anything else those of the audit, if there are any. */
export const actionText = (resource: Resource | undefined, name: string, { locale, translate }: Reader): string => {
  const action = resource?.actions?.[name];
  const label = action?.label[locale];
  return action?.from && label ? label : translate(`frame.audit.action.${name}`, { _: label ?? name });
};
