/** All thresholds of the verdict on the accident's page: default, unit and source. */
export const verdictSettings = {
  crashFromShare: { default: 0.65, unit: 'probability', source: 'own choice: two to one for a crash' },
  noneToShare: {
    default: 0.25,
    unit: 'probability',
    source: 'own choice: three to one against; between them it is unclear',
  },
  verticalFromShare: { default: 0.6, unit: 'share', source: 'own choice: roads shake up and down, crashes do not' },
  directionWithinDeg: {
    default: 90,
    unit: '°',
    source: 'own choice: from there on the interval excludes no side, and page and dossier name none',
  },
  standsBelowKmh: { default: 5, unit: 'km/h', source: 'own choice: receivers show a few km/h of a parked car' },
  stopWithinS: { default: 15, unit: 's', source: 'own choice: a later stop is the next red light' },
  axlesFromKmh: { default: 10, unit: 'km/h', source: 'own choice: slower, a wheelbase takes longer than the shaking' },
  axlesFromHz: { default: 20, unit: 'Hz', source: 'own choice: wheels hop at about 10 Hz' },
  wheelbaseFromM: { default: 2.2, unit: 'm', source: 'own choice: just under the shortest cars, 2.3 m' },
  wheelbaseToM: { default: 3.4, unit: 'm', source: 'own choice: longest saloons and vans, 3.2 to 3.4 m' },
  shakeFromG: { default: 0.4, unit: 'g', source: 'own choice: above what a rough road does' },
  secondShakeShare: {
    default: 0.3,
    unit: 'share',
    source: 'own choice: of the strongest; the other axle carries less',
  },
} as const;

type VerdictValues = { readonly [Name in keyof typeof verdictSettings]: number };

export const verdictDefaults = Object.fromEntries(
  Object.entries(verdictSettings).map(([name, { default: usual }]) => [name, usual]),
) as VerdictValues;
