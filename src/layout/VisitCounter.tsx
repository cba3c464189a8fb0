import { useEffect } from 'react';
import { config } from '../config.ts';
import type { RouteEntry } from '../routes/entry.ts';

interface Analytics {
  readonly id: string;
  readonly url: string;
}

const refusesTracking = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/**
 * Reports the kind of page to web analytics with Matomo's tracking API: the route pattern, without ids. The report has
 * no cookie, visitor, referrer or query, so nothing identifies a person.
 */
export const countVisit = ({ id, url }: Analytics, { path, title }: Pick<RouteEntry, 'path' | 'title'>): void => {
  if (!id || !url || refusesTracking()) return;
  const visit = new URLSearchParams({
    idsite: id,
    rec: '1',
    action_name: title,
    url: window.location.origin + path,
    cookie: '0',
    send_image: '0',
    rand: String(Math.random()).slice(2),
  });
  // A failure of web analytics is ignored, because it does not concern the user.
  fetch(`${url}?${visit}`, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
};

/** Reports page views to web analytics. Renders nothing. */
export const VisitCounter = ({ entry }: { entry: RouteEntry }) => {
  useEffect(() => countVisit(config.analytics, entry), [entry]);
  return null;
};
