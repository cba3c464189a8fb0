import type { Locale } from './messages/index.ts';
import type { severities } from './states.ts';

type Entry = Readonly<Record<Locale, string>>;

/** States of an account. */
const accountStatuses = {
  invited: { ru: 'Приглашён', en: 'Invited' },
  active: { ru: 'Действует', en: 'Active' },
  blocked: { ru: 'Заблокирован', en: 'Blocked' },
} as const;

/** Bands of the score, from the calmest driver on. `between`: the score lies too close to a bound to tell the band. */
const driverCategories = {
  careful: { ru: 'Аккуратный', en: 'Careful' },
  good: { ru: 'Хороший', en: 'Good' },
  average: { ru: 'Средний', en: 'Average' },
  risky: { ru: 'Рискованный', en: 'Risky' },
  between: { ru: 'На границе', en: 'Borderline' },
} as const;

/** Severities of an impact. */
const impactSeverities: { readonly [S in (typeof severities)[number]]: Entry } = {
  mini: { ru: 'мини', en: 'mini' },
  minor: { ru: 'умеренный', en: 'moderate' },
  major: { ru: 'сильный', en: 'severe' },
};

const clientContractStatuses = {
  draft: { ru: 'Черновик', en: 'Draft' },
  inForce: { ru: 'Действует', en: 'In force' },
  ending: { ru: 'Заканчивается', en: 'Ending' },
  ended: { ru: 'Закончился', en: 'Ended' },
  terminated: { ru: 'Расторгнут', en: 'Terminated' },
} as const;

/** Enumerations that the call `getUiEnum` returns, by the names of the specification. */
export const uiEnums = {
  AccountStatus: accountStatuses,
  DriverCategory: driverCategories,
  Impact: impactSeverities,
  ClientContractStatus: clientContractStatuses,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Entry>>>>;
export type UiEnum = keyof typeof uiEnums;

/**
 * Enumerations whose values other calls send as a number: the position of the value in the enumeration, from 1. The
 * fields with such numbers are `ContractStatus` and `VehicleDriverCategory`.
 */
const numberedEnums: ReadonlySet<UiEnum> = new Set(['DriverCategory', 'ClientContractStatus']);
/** Category that is shown for a driver without a score. */
const noCategory = { Id: '0', Title: { ru: 'Без оценки', en: 'No score' } } as const;

/** Returns the options of an enumeration for the call `getUiEnum`. Other calls use the same ids for the same values. */
export const uiEnumOptions = (name: UiEnum, locale: Locale): { Id: string; Title: string }[] => {
  const options = Object.entries<Entry>(uiEnums[name]).map(([word, titles], index) => ({
    Id: numberedEnums.has(name) ? String(index + 1) : word,
    Title: titles[locale],
  }));
  return name === 'DriverCategory' ? [...options, driverCategoryOf(null, locale)] : options;
};

/** Returns a driver's category as a selector option. A null band has no score yet. */
export const driverCategoryOf = (
  band: keyof typeof driverCategories | null,
  locale: Locale,
): { Id: string; Title: string } =>
  band === null
    ? { Id: noCategory.Id, Title: noCategory.Title[locale] }
    : { Id: String(Object.keys(driverCategories).indexOf(band) + 1), Title: driverCategories[band][locale] };
