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

/** Dictionaries that come from elsewhere: roles, the countries of the world, the company's own rows. */
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
