/*
 * A number format can show a number as a share or as a time: a cell with 0.15 shows 15%, a cell with 0.75 shows 18:00.
 * The import takes the text that the spreadsheet shows, because the people who wrote it mean that text.
 */

import { twoDigits } from '../../../../src/schema/kinds/format.ts';
import { type ShowNumber, toShownFigure } from './numberNames.ts';

/** Returns the first section of a number format without texts, blanks, conditions and colours, in lower case. */
const partsOf = (format: string): string => {
  const [section = ''] = format
    .toLowerCase()
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]|general/g, '')
    .split(';');
  return section;
};

const parseShareFormat = (format: string): ShowNumber | undefined => {
  const parts = partsOf(format);
  if (!parts.includes('%')) return undefined;
  const decimals = /\.([0#?]+)/.exec(parts)?.[1] ?? '';
  const blank = /[ \u00a0]%/.test(format) ? ' ' : '';
  return figure => {
    const text = toShownFigure(figure * 100).toFixed(decimals.length);
    const optionalZeros = new RegExp(`\\.?0{0,${decimals.replaceAll('0', '').length}}$`);
    return `${decimals.endsWith('0') || decimals === '' ? text : text.replace(optionalZeros, '')}${blank}%`;
  };
};

const secondsOfDay = 86_400;

const parseTimeFormat = (format: string): ShowNumber | undefined => {
  const parts = partsOf(format);
  // The time format of the system, which has 24 hours in Russia.
  const isSystemFormat = /\[\$-f400\]/i.test(format);
  const isHalfDays = !isSystemFormat && /am\/pm|a\/p/.test(parts);
  const units = parts.replace(/am\/pm|a\/p/, '');
  if (!/[hs]|\[m+\]/.test(units) || /[dyeg]|mmm/.test(units)) return undefined;
  const [hasHours, hasMinutes, hasSeconds] = [units.includes('h'), units.includes('m'), units.includes('s')];
  // Brackets around the first unit make it count on: 36 hours are 36:00 with [h]:mm, and 12:00 with h:mm.
  const isElapsed = units.includes('[');
  const show = (figure: number): string => {
    if (figure < 0) return `-${show(-figure)}`;
    const allSeconds = Math.round(figure * secondsOfDay);
    const [allMinutes, allHours] = [Math.floor(allSeconds / 60), Math.floor(allSeconds / 3600)];
    const hours = isElapsed ? allHours : isHalfDays ? ((allHours + 11) % 12) + 1 : allHours % 24;
    const minutes = isElapsed && !hasHours ? allMinutes : allMinutes % 60;
    const seconds = isElapsed && !hasHours && !hasMinutes ? allSeconds : allSeconds % 60;
    const time = [
      ...(hasHours ? [units.includes('hh') ? twoDigits(hours) : String(hours)] : []),
      ...(hasMinutes ? [twoDigits(minutes)] : []),
      ...(hasSeconds ? [twoDigits(seconds)] : []),
    ].join(':');
    return isHalfDays ? `${time} ${allHours % 24 < 12 ? 'AM' : 'PM'}` : time;
  };
  return show;
};

/** Returns a function that shows a number as a share or a time. Undefined: the format shows it otherwise. */
export const parseTextFormat = (format: string): ShowNumber | undefined =>
  parseShareFormat(format) ?? parseTimeFormat(format);

/** Formats of shares and times that every spreadsheet program has, by their numbers in a file. */
const builtInFormats: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};
export const builtInTextFormat = (id: number): ShowNumber | undefined => parseTextFormat(builtInFormats[id] ?? '');
