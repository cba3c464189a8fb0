import { readSessionText, readToken, storeSession } from './token.ts';

/*
 * Without “remember me” a session belongs to one tab. A tab opened by a link would ask to sign in. Therefore the tab
 * with the link passes its session once to the new tab. Shared storage holds only the address of the new tab, never the
 * token.
 */
const offerKey = 'sessionOffer';
const offerLifetimeMs = { click: 10_000, auxclick: 10_000, contextmenu: 60_000 } as const;
const answerWaitMs = 1000;

interface Offer {
  readonly address: string;
  readonly until: number;
}
type HandoverMessage = { readonly ask: string } | { readonly answer: string; readonly session: string };

const openChannel = () => new BroadcastChannel('drivedesk-session');
const readOffer = (): Offer | undefined => {
  try {
    const offer = JSON.parse(localStorage.getItem(offerKey) ?? 'null') as Offer | null;
    return offer && offer.until > Date.now() ? offer : undefined;
  } catch {
    // No tab offers a session if the stored address of the new tab has another format, or if storage is blocked.
    return undefined;
  }
};

const opensNewTab = ({ type, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  type === 'contextmenu' || button === 1 || (button === 0 && (ctrlKey || metaKey || shiftKey));

/** Offers this tab's session to tabs that are opened from its links. Returns a function that stops offering. */
export const offerSession = (): (() => void) => {
  const channel = openChannel();
  let offeredAddress = '';
  const storeOffer = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin || !opensNewTab(event) || !readSessionText()) return;
    offeredAddress = link.pathname + link.search;
    const until = Date.now() + offerLifetimeMs[event.type as keyof typeof offerLifetimeMs];
    localStorage.setItem(offerKey, JSON.stringify({ address: offeredAddress, until } satisfies Offer));
  };
  channel.onmessage = ({ data }: MessageEvent<HandoverMessage>) => {
    const session = readSessionText();
    if (!('ask' in data) || data.ask !== offeredAddress || readOffer()?.address !== offeredAddress || !session) return;
    channel.postMessage({ answer: offeredAddress, session } satisfies HandoverMessage);
    offeredAddress = '';
    localStorage.removeItem(offerKey);
  };
  const eventTypes = Object.keys(offerLifetimeMs) as (keyof typeof offerLifetimeMs)[];
  for (const eventType of eventTypes) document.addEventListener(eventType, storeOffer, true);
  return () => {
    for (const eventType of eventTypes) document.removeEventListener(eventType, storeOffer, true);
    channel.close();
  };
};

/** Takes over the session of the tab that opened this one. Returns at once if there is no offer. */
export const takeOverSession = async (): Promise<void> => {
  const address = window.location.pathname + window.location.search;
  if (readToken() || readOffer()?.address !== address) return;
  const channel = openChannel();
  await new Promise<void>(resolve => {
    setTimeout(resolve, answerWaitMs);
    channel.onmessage = ({ data }: MessageEvent<HandoverMessage>) => {
      if (!('answer' in data) || data.answer !== address) return;
      storeSession(data.session);
      resolve();
    };
    channel.postMessage({ ask: address } satisfies HandoverMessage);
  });
  channel.close();
};
