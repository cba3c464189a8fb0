import { readToken, sessionText, takeSession } from './token.ts';

/*
 * Without “remember me” a session belongs to one tab. A tab opened by a link would ask to sign in. Therefore the tab
 * with the link passes its session once to the new tab. Shared storage holds only the address of the new tab, never the
 * token.
 */
const offerKey = 'sessionOffer';
const offerMs = { click: 10_000, auxclick: 10_000, contextmenu: 60_000 } as const;
const patienceMs = 1000;

interface Offer {
  readonly address: string;
  readonly until: number;
}
type Said = { readonly ask: string } | { readonly answer: string; readonly session: string };

const openChannel = () => new BroadcastChannel('drivedesk-session');
const offerLeft = (): Offer | undefined => {
  try {
    const offer = JSON.parse(localStorage.getItem(offerKey) ?? 'null') as Offer | null;
    return offer && offer.until > Date.now() ? offer : undefined;
  } catch {
    // No tab offers a session if the stored text has another format or storage is blocked.
    return undefined;
  }
};

const opensApart = ({ type, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  type === 'contextmenu' || button === 1 || (button === 0 && (ctrlKey || metaKey || shiftKey));

/** Offers this tab's session to tabs that are opened from its links. Returns a function that stops offering. */
export const offerSession = (): (() => void) => {
  const channel = openChannel();
  let offered = '';
  const offer = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin || !opensApart(event) || !sessionText()) return;
    offered = link.pathname + link.search;
    const until = Date.now() + offerMs[event.type as keyof typeof offerMs];
    localStorage.setItem(offerKey, JSON.stringify({ address: offered, until } satisfies Offer));
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    const session = sessionText();
    if (!('ask' in data) || data.ask !== offered || offerLeft()?.address !== offered || !session) return;
    channel.postMessage({ answer: offered, session } satisfies Said);
    offered = '';
    localStorage.removeItem(offerKey);
  };
  const kinds = Object.keys(offerMs) as (keyof typeof offerMs)[];
  for (const kind of kinds) document.addEventListener(kind, offer, true);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, offer, true);
    channel.close();
  };
};

/** Takes over the session of the tab that opened this one. Returns at once if there is no offer. */
export const takeOverSession = async (): Promise<void> => {
  const address = window.location.pathname + window.location.search;
  if (readToken() || offerLeft()?.address !== address) return;
  const channel = openChannel();
  await new Promise<void>(resolve => {
    setTimeout(resolve, patienceMs);
    channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if (!('answer' in data) || data.answer !== address) return;
      takeSession(data.session);
      resolve();
    };
    channel.postMessage({ ask: address } satisfies Said);
  });
  channel.close();
};
