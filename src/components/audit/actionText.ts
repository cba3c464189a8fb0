import type { Locale } from '../../i18n/locale.ts';
import type { Resource } from '../../schema/define.ts';

interface Reader {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

/**
 * Returns the label of an action. A move of the life cycle has the label of its button, other actions have the words of
 * the audit.
 */
export const actionText = (resource: Resource | undefined, name: string, { locale, translate }: Reader): string => {
  const action = resource?.actions?.[name];
  const label = action && translate(`resources.${resource?.name}.actions.${name}.label`, { _: action.label[locale] });
  return action?.fromStates && label ? label : translate(`audit.action.${name}`, { _: label ?? name });
};
