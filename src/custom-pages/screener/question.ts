import { serverNow } from '../../api/clock.ts';
import { type City, cityAt, cityPlace, cityRadiusM } from '../../components/map/cities.ts';
import { sightingMinutes, sightingRadiusM } from '../../contract/limits.ts';
import type { SightingQuery } from '../../contract/shapes/sighting.ts';
import { parsePlace } from '../../schema/kinds/coordinates.ts';

/** Values of the form "Was it there?". */
export interface Question {
  readonly searchBy: 'plate' | 'voucher';
  readonly name: string;
  readonly place: string;
  /** Moment in UTC, as sent to the server. Null: not chosen. */
  readonly at: string | null;
  readonly minutes: string;
  readonly radiusM: string;
}

/** Returns the form values of an address: `?plate=…&place=…&at=…`. */
export const parseQuestion = (search: URLSearchParams): Question => ({
  searchBy: search.get('voucher') === null ? 'plate' : 'voucher',
  name: search.get('voucher') ?? search.get('plate') ?? '',
  place: search.get('place') ?? '',
  at: Number.isNaN(Date.parse(search.get('at') ?? '')) ? null : search.get('at'),
  minutes: String(sightingMinutes.usual),
  radiusM: String(sightingRadiusM.usual),
});

export const cityChanges = (city: City): Pick<Question, 'place' | 'radiusM'> => ({
  place: cityPlace(city),
  radiusM: String(cityRadiusM(city)),
});

/** Returns the city whose size the radius has. Undefined if the user named another point or radius. */
export const cityOfRadius = ({ place, radiusM }: Question): City | undefined => {
  const city = cityAt(place);
  return city && String(cityRadiusM(city)) === radiusM ? city : undefined;
};

/**
 * Returns the changed question. The radius of a city does not stay for another point, because within it almost every
 * answer would be yes.
 */
export const changeQuestion = (question: Question, changes: Partial<Question>): Question => ({
  ...question,
  ...(changes.place !== undefined &&
    changes.place !== question.place &&
    cityOfRadius(question) && { radiusM: String(sightingRadiusM.usual) }),
  ...changes,
});

type Fault = 'required' | 'place' | 'bounds' | 'future';

const isWholeNumberWithin = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** Returns the errors of the form "Was it there?" by field. */
export const questionFaults = (
  question: Question,
  now = serverNow(),
): { readonly [Name in keyof Question]?: Fault } => ({
  ...(question.name.trim() === '' && { name: 'required' as const }),
  ...(question.place.trim() === ''
    ? { place: 'required' as const }
    : parsePlace(question.place) === undefined && { place: 'place' as const }),
  ...(question.at === null || Number.isNaN(Date.parse(question.at))
    ? { at: 'required' as const }
    : Date.parse(question.at) > now && { at: 'future' as const }),
  ...(!isWholeNumberWithin(question.minutes, 1, sightingMinutes.max) && { minutes: 'bounds' as const }),
  ...(!isWholeNumberWithin(question.radiusM, sightingRadiusM.min, sightingRadiusM.max) && {
    radiusM: 'bounds' as const,
  }),
});

/** Returns the request body for form values that have no errors. */
export const toSightingQuery = ({ searchBy, name, place, at, minutes, radiusM }: Question): SightingQuery => {
  const [Latitude, Longitude] = parsePlace(place) ?? [0, 0];
  return {
    ...(searchBy === 'plate' ? { Plate: name.trim() } : { VoucherNumber: name.trim() }),
    ...{ Latitude, Longitude, At: at ?? '', Minutes: Number(minutes), RadiusM: Number(radiusM) },
  };
};
