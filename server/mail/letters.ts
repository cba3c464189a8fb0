import { fillPlaceholders, type Locale } from '../../src/contract/messages/index.ts';
import type { Letter } from './mailer.ts';
import { type LetterName, letterTexts } from './texts.ts';

/** Heading of a part of a letter's table, or one of its figures. `url`: page with the records behind the figure. */
export type LetterRow =
  | { readonly heading: string }
  | { readonly label: string; readonly value: string; readonly url?: string };

interface LetterContent {
  readonly to: string;
  readonly locale: Locale;
  readonly values: Readonly<Record<string, string>>;
  /** Table after the paragraphs. */
  readonly rows?: readonly LetterRow[];
  /** Target of the letter's link. */
  readonly url?: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** Collapses whitespace, so that user input cannot add headers or paragraphs. */
const collapseWhitespace = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

const rowText = (row: LetterRow): string =>
  'heading' in row ? `\n${row.heading}\n` : `${row.label}: ${row.value}\n${row.url ? `${row.url}\n` : ''}`;

const rowHtml = (row: LetterRow): string => {
  if ('heading' in row)
    return `<tr><th colspan="2" style="text-align:left;padding:1em 0 .25em">${escapeHtml(row.heading)}</th></tr>`;
  const value = escapeHtml(row.value);
  const shownValue = row.url ? `<a href="${escapeHtml(row.url)}">${value}</a>` : value;
  return `<tr><td style="padding:.15em 1.5em .15em 0;vertical-align:top">${escapeHtml(row.label)}</td><td style="padding:.15em 0;vertical-align:top"><b>${shownValue}</b></td></tr>`;
};

export const writeLetter = (name: LetterName, { to, locale, values, url, rows = [] }: LetterContent): Letter => {
  const texts = letterTexts[locale][name];
  const cleanValues = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, collapseWhitespace(value)]),
  );
  const paragraphs = texts.paragraphs.map(text => fillPlaceholders(text, cleanValues));
  const footer = texts.after ? [fillPlaceholders(texts.after, cleanValues)] : [];
  const link = texts.link && url ? { texts: texts.link, url } : undefined;
  const tableText = rows.length > 0 ? [rows.map(rowText).join('').trim()] : [];
  const wrapHtml = (texts: readonly string[]) => texts.map(text => `<p>${text}</p>`).join('');
  const table = rows.length > 0 ? `<table style="border-collapse:collapse">${rows.map(rowHtml).join('')}</table>` : '';
  const ending = [
    ...(link ? [`<a href="${escapeHtml(link.url)}">${escapeHtml(link.texts)}</a>`] : []),
    ...footer.map(escapeHtml),
  ];
  return {
    to,
    subject: fillPlaceholders(texts.subject, cleanValues),
    text: `${[...paragraphs, ...tableText, ...(link ? [`${link.texts}:\n${link.url}`] : []), ...footer].join('\n\n')}\n\nDrivedesk\n`,
    html: `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">${wrapHtml(
      paragraphs.map(escapeHtml),
    )}${table}${wrapHtml(ending)}<p>Drivedesk</p></body></html>`,
  };
};
