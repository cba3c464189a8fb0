import { fillPlaceholders, type Locale } from '../../src/contract/messages/index.ts';
import type { Letter } from './mailer.ts';
import { type LetterName, letterTexts } from './texts.ts';

interface LetterContent {
  readonly to: string;
  readonly locale: Locale;
  readonly values: Readonly<Record<string, string>>;
  /** Target of the letter's link. */
  readonly url?: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** Collapses whitespace, so that user input cannot add headers or paragraphs. */
const collapseWhitespace = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

export const writeLetter = (name: LetterName, { to, locale, values, url }: LetterContent): Letter => {
  const texts = letterTexts[locale][name];
  const cleanValues = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, collapseWhitespace(value)]),
  );
  const paragraphs = texts.paragraphs.map(text => fillPlaceholders(text, cleanValues));
  const footer = texts.after ? [fillPlaceholders(texts.after, cleanValues)] : [];
  const link = texts.link && url ? { texts: texts.link, url } : undefined;
  const html = [
    ...paragraphs.map(escapeHtml),
    ...(link ? [`<a href="${escapeHtml(link.url)}">${escapeHtml(link.texts)}</a>`] : []),
    ...footer.map(escapeHtml),
  ];
  return {
    to,
    subject: fillPlaceholders(texts.subject, cleanValues),
    text: `${[...paragraphs, ...(link ? [`${link.texts}:\n${link.url}`] : []), ...footer].join('\n\n')}\n\nDrivedesk\n`,
    html: `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">${html
      .map(text => `<p>${text}</p>`)
      .join('')}<p>Drivedesk</p></body></html>`,
  };
};
