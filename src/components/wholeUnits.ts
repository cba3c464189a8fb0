/** A text whose units are not torn at their slash, as browsers may. */
export const wholeUnits = (text: string): string => text.replaceAll('/', '/\u2060');
