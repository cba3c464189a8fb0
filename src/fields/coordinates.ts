const decimalPointPattern = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*°?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?\s*$/;
/**
 * Matches two coordinates with decimal commas as in Russian: `55,7558 37,6173`. A comma between the two numbers needs a
 * space after it.
 */
const decimalCommaPattern = /^\s*(-?\d{1,2},\d+)\s*°?(?:\s*;\s*|,?\s+)(-?\d{1,3},\d+)\s*°?\s*$/;

/** Parses `55.7558, 37.6173`, also with decimal commas, a semicolon or spaces between. Undefined: no coordinates. */
export const parsePlace = (text: string): readonly [latitude: number, longitude: number] | undefined => {
  const match = decimalPointPattern.exec(text) ?? decimalCommaPattern.exec(text);
  const [latitude, longitude] = [match?.[1], match?.[2]].map(part => Number(part?.replace(',', '.'))) as [
    number,
    number,
  ];
  return match && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : undefined;
};

/** Formats a place as `parsePlace` reads it: `55.75580, 37.61730`. */
export const formatPlace = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
