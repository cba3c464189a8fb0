import { uniformSpelling } from './plain.ts';

type Place = readonly [latitude: number, longitude: number];

const decimalPointPattern = /^(-?\d{1,2}(?:\.\d+)?) ?[°º]? ?[,; ] ?(-?\d{1,3}(?:\.\d+)?) ?[°º]?$/;
/**
 * Matches two coordinates with decimal commas as in Russian: `55,7558 37,6173`. A comma between the two numbers needs a
 * space after it, or three decimals, which are no coordinate of their own.
 */
const decimalCommaPattern = /^(-?\d{1,2},\d+) ?[°º]?(?: ?; ?|,? +|(?<=,\d{3,}),)(-?\d{1,3},\d+) ?[°º]?$/;

/** Coordinates within links to maps, with the order in which the map writes them. */
const point = String.raw`(-?\d{1,3}\.\d+)(?:,|%2C)(?:\+|%20)?(-?\d{1,3}\.\d+)`;
const linkPatterns: readonly { readonly host: RegExp; readonly pattern: RegExp; readonly longitudeFirst?: true }[] = [
  { host: /yandex\./, pattern: new RegExp(`[?&]rtext=(?:[^&]*~|[^&]*%7E)?${point}`) },
  { host: /yandex\./, pattern: new RegExp(`(?:point(?:%5D|\\])|[?&]pt)=${point}`), longitudeFirst: true },
  { host: /yandex\./, pattern: new RegExp(`[?&]ll=${point}`), longitudeFirst: true },
  { host: /2gis\./, pattern: new RegExp(`/geo/(?:\\d+/)?${point}`), longitudeFirst: true },
  { host: /2gis\./, pattern: new RegExp(`[?&]m=${point}`), longitudeFirst: true },
  { host: /openstreetmap\.|osm\.org/, pattern: /[?&]mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/ },
  { host: /openstreetmap\.|osm\.org/, pattern: /#map=\d+\/(-?\d+\.\d+)\/(-?\d+\.\d+)/ },
  { host: /google\.|apple\./, pattern: /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/ },
  {
    host: /google\.|apple\./,
    pattern: new RegExp(`(?:[?&](?:q|query|ll|daddr|destination|coordinate)=|/place/|/search/)(?:loc:)?${point}`),
  },
  { host: /google\./, pattern: new RegExp(`/@${point}`) },
];

const findInLink = (link: string): Place | undefined => {
  for (const { host, pattern, longitudeFirst } of linkPatterns) {
    const [, first, second] = (host.test(link) && pattern.exec(link)) || [];
    if (first !== undefined) return longitudeFirst ? [Number(second), Number(first)] : [Number(first), Number(second)];
  }
  return undefined;
};

const side = String.raw`([NSEWСЮВЗ](?![\p{L}.])|[СЮ]\.? ?Ш\.?|[ВЗ]\.? ?Д\.?)`;
const degrees = String.raw`(-?\d{1,3}(?:[.,]\d+)?) ?[°º]?(?: ?(\d{1,2}(?:[.,]\d+)?) ?['′’](?!['′’])(?: ?(\d{1,2}(?:[.,]\d+)?) ?(?:["″”]|['′’]{2}))?)?`;
/** Matches coordinates with the sides of the world, or with minutes: `55°45'20"N 37°37'03"E`, `N55.75 E37.61`. */
const sidePatterns = [
  { pattern: new RegExp(`^${side} ?${degrees} ?[,;]? ?${side} ?${degrees}$`, 'iu'), sides: [1, 5], numbers: [2, 6] },
  { pattern: new RegExp(`^${degrees} ?${side} ?[,;]? ?${degrees} ?${side}$`, 'iu'), sides: [4, 8], numbers: [1, 5] },
  { pattern: new RegExp(`^${degrees} ?[,;]? ?${degrees}$`, 'iu'), sides: [], numbers: [1, 4] },
] as const;

const toDegrees = (parts: readonly (string | undefined)[]): number => {
  const [whole, minutes, seconds] = parts.map(part => Number((part ?? '0').replace(',', '.'))) as [
    number,
    number,
    number,
  ];
  if (minutes >= 60 || seconds >= 60) return Number.NaN;
  const size = Math.abs(whole) + minutes / 60 + seconds / 3600;
  return parts[0]?.startsWith('-') ? -size : size;
};

const parseSides = (text: string): Place | undefined => {
  for (const { pattern, sides, numbers } of sidePatterns) {
    const match = pattern.exec(text);
    if (!match || (sides.length === 0 && match[2] === undefined)) continue;
    const [first, second] = numbers.map(at => toDegrees(match.slice(at, at + 3))) as [number, number];
    if (sides.length === 0) return [first, second];
    const letters = sides.map(at => match[at]?.charAt(0).toUpperCase() ?? '');
    const [one, other] = letters.map(
      (letter, at) => ('SWЮЗ'.includes(letter) ? -1 : 1) * (at === 0 ? first : second),
    ) as [number, number];
    const areLatitudes = letters.map(letter => 'NSСЮ'.includes(letter));
    if (areLatitudes[0] === areLatitudes[1]) return undefined;
    return areLatitudes[0] ? [one, other] : [other, one];
  }
  return undefined;
};

/** Words and punctuation around coordinates, as programs and messengers write them. */
const labels = /^(?:geo: ?|(?:координаты|coordinates|gps)(?: ?:)? )/i;
const labelWords = /(?:широта|долгота|latitude|longitude|lat|lon|lng) ?[:=]? ?/gi;

/**
 * Parses coordinates as people paste them: `55.7558, 37.6173`, with decimal commas, in brackets, `geo:55.7,37.6`, with
 * degrees and minutes, or a link to a map of Yandex, Google, 2GIS, OpenStreetMap or Apple. Undefined: no coordinates.
 */
export const parsePlace = (typed: string): Place | undefined => {
  const text = uniformSpelling(typed);
  const isLink = /^(?:https?:\/\/)?[\w.-]+\.\w+\//i.test(text);
  const plain = text
    .replace(labels, '')
    .replace(/^[([{] ?(.*?) ?[)\]}]$/, '$1')
    .replace(/[;?](?:u|z|q|crs)=.*$/, '')
    .replace(labelWords, '')
    .trim();
  const match = decimalPointPattern.exec(plain) ?? decimalCommaPattern.exec(plain);
  const place: Place | undefined = isLink
    ? findInLink(text)
    : match
      ? [Number(match[1]?.replace(',', '.')), Number(match[2]?.replace(',', '.'))]
      : parseSides(plain);
  return place && Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180 ? place : undefined;
};

/** Formats a place as `parsePlace` reads it: `55.75580, 37.61730`. */
export const formatPlace = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
