/** Dictionaries in the common table, the same for every company. */
export const commonDictionaries = [
  'services',
  'damageDescriptions',
  'crashDynamics',
  'contactPersonStatuses',
  'unconfirmationReasons',
  'callResults',
  'callReasons',
  'disagreementSurveyReasons',
  'contractTypes',
  'vehicleColors',
  'carTypes',
  'fuelTypes',
  'emissionStandards',
  'carParts',
  'statusesOfRoadAccident',
  'terminalAffiliations',
] as const;
export type CommonDictionary = (typeof commonDictionaries)[number];

/** Dictionaries from other sources: roles, countries, rows of the company. */
export const derivedDictionaries = [
  'roles',
  'contracts',
  'countries',
  'companies',
  'vehicleBrands',
  'vehicleModels',
] as const;
export type DerivedDictionary = (typeof derivedDictionaries)[number];

export type DictionaryName = CommonDictionary | DerivedDictionary;
