/** Dictionaries that are stored in one common table. All companies share their entries. */
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

/**
 * Dictionaries that are not in the common table. Their entries come from roles, countries or rows of the company, for
 * example.
 */
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
