import { createHash } from 'node:crypto';
import type { Document } from '../dossier/service.ts';

const style = `:root{color-scheme:light dark}
body{margin:0 auto;max-width:42rem;padding:1.5rem 1rem 3rem;font:1.0625rem/1.5 system-ui,sans-serif;color:#17202a;background:#fff;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}dl{margin:0;display:grid;grid-template-columns:minmax(5rem,auto) 1fr;border-top:1px solid #e1e6eb}
dt,dd{margin:0;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #e1e6eb}dt{font-weight:600;font-variant-numeric:tabular-nums}
.muted,footer{color:#5b6875}footer{margin-top:2.5rem;font-size:.875rem}
@media(max-width:30rem){dl{grid-template-columns:fit-content(40%) 1fr}}
@media(prefers-color-scheme:dark){body{color:#e8edf2;background:#0e1318}dl,dt,dd{border-color:#2a343e}.muted,footer{color:#93a1af}}
@media print{body{padding:0}}`;

/** The page has no scripts, no pictures and no forms. The hash allows its own style and nothing else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => entities[sign] ?? sign);

const wrap = (locale: string, title: string, body: string): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

/** Renders a page for a client. Every text is escaped. */
export const renderPage = ({ locale, title, subtitle, footerText, sections }: Document): string => {
  const parts = sections.map(section => {
    if (section.kind !== 'lines') return '';
    const rows = section.lines
      .map(([label, text]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`)
      .join('');
    const notes = (section.notes ?? []).map(note => `<p class="muted">${escapeHtml(note)}</p>`).join('');
    return `<section><h2>${escapeHtml(section.title)}</h2>${rows && `<dl>${rows}</dl>`}${notes}</section>`;
  });
  return wrap(
    locale,
    title,
    `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p>${parts.join('')}</main><footer>${escapeHtml(footerText)}</footer>`,
  );
};

/** Renders a page that says why there is nothing to read. The reader's language is unknown, so both are on it. */
export const renderNotice = (ru: string, en: string): string =>
  wrap('ru', ru, `<main><h1>${escapeHtml(ru)}</h1><p lang="en">${escapeHtml(en)}</p></main>`);
