import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { holdsOne } from '../../contract/access.ts';
import { routeTable } from '../../routes/table.ts';
import type { Hit } from './hits.ts';

const mostPages = 5;
/** Minimum length, because shorter texts would find half the menu. */
const leastLetters = 2;

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');
const wordsOf = (text: string): readonly string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Returns the pages of the cabinet whose title matches: each word of the text is the beginning of a word of the title.
 */
export const usePages = (text: string): readonly Hit[] => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const asked = wordsOf(text);
  if (text.trim().length < leastLetters || asked.length === 0) return [];
  const found = new Map<string, Hit>();
  for (const { path, title: routeTitle, tileTitle, icon, roles: needed, page } of routeTable) {
    // The tile's title is used, because two lists have the same page title.
    const title = tileTitle ?? routeTitle;
    const leadsOn = typeof page === 'object' && 'leadsTo' in page;
    if (path.includes(':') || leadsOn || !holdsOne(roles, needed)) continue;
    const Title = translate(`routes.${title}`);
    const words = wordsOf(Title);
    if (found.has(Title) || !asked.every(each => words.some(word => word.startsWith(each)))) continue;
    const about = translate(`dashboard.tiles.${title}`, { _: translate(`resources.${title}.about`, { _: '' }) });
    const marks = { TitleMarks: [], SubtitleMarks: [] };
    found.set(Title, { Kind: 'page', Id: path, Path: path, Title, Subtitle: about, ...marks, ...(icon && { icon }) });
  }
  return [...found.values()].slice(0, mostPages);
};
