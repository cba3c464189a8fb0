import type { RouteEntry } from '../routes/entry.ts';

interface Analytics {
  readonly id: string;
  readonly url: string;
}

const wantsNone = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/**
 * Tells the counter which kind of page was opened, in Matomo's tracking dialect: the path as the route table has it, with
 * names of parameters instead of numbers. No cookie, no visitor, no referrer, no query: nothing leads back to a person.
 */
export const countVisit = ({ id, url }: Analytics, { path, title }: Pick<RouteEntry, 'path' | 'title'>): void => {
  if (!id || !url || wantsNone()) return;
  const visit = new URLSearchParams({
    idsite: id,
    rec: '1',
    action_name: title,
    url: window.location.origin + path,
    cookie: '0',
    send_image: '0',
    rand: String(Math.random()).slice(2),
  });
  // A counter that is away is nobody's trouble.
  fetch(`${url}?${visit}`, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
};
