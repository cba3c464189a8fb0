import { fill, type Locale } from '../../src/contract/messages/index.ts';
import type { Letter } from './mailer.ts';
import { type LetterName, letterTexts } from './texts.ts';

interface LetterContent {
  readonly to: string;
  readonly locale: Locale;
  readonly values: Readonly<Record<string, string>>;
  /** Target of the letter's link. */
  readonly url?: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** Collapses whitespace, so that user input cannot add headers or paragraphs. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** A letter in the reader's language, as text and as HTML. */
export const writeLetter = (name: LetterName, { to, locale, values, url }: LetterContent): Letter => {
  const texts = letterTexts[locale][name];
  const clean = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, oneLine(value)]));
  const paragraphs = texts.paragraphs.map(text => fill(text, clean));
  const after = texts.after ? [fill(texts.after, clean)] : [];
  const link = texts.link && url ? { texts: texts.link, url } : undefined;
  const html = [
    ...paragraphs.map(escaped),
    ...(link ? [`<a href="${escaped(link.url)}">${escaped(link.texts)}</a>`] : []),
    ...after.map(escaped),
  ];
  return {
    to,
    subject: fill(texts.subject, clean),
    text: `${[...paragraphs, ...(link ? [`${link.texts}:\n${link.url}`] : []), ...after].join('\n\n')}\n\nDrivedesk\n`,
    html: `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">${html
      .map(text => `<p>${text}</p>`)
      .join('')}<p>Drivedesk</p></body></html>`,
  };
};
