import { send } from './client.ts';

export type PictureType = 'accident' | 'accident-thumbnail' | 'avatar';

/** Pictures that nobody looks at are kept up to this, so that going back shows them at once. */
const idleBytesAtMost = 20 * 1024 * 1024;

interface Kept {
  readonly address: Promise<string>;
  readonly stop: AbortController;
  url?: string;
  bytes: number;
  users: number;
}

// In the order of their last use. Never on a disk: the server's answers are kept by no browser.
const kept = new Map<string, Kept>();

const drop = (key: string, picture: Kept): void => {
  if (kept.get(key) === picture) kept.delete(key);
  picture.stop.abort();
  if (picture.url) URL.revokeObjectURL(picture.url);
};

const fetchPicture = (key: string, type: PictureType, id: number): Kept => {
  const stop = new AbortController();
  const load = async (): Promise<string> => {
    const response = await send('GET /api/v2/Image/{type}/{id}', { params: { type, id }, signal: stop.signal });
    const blob = await response.blob();
    stop.signal.throwIfAborted();
    picture.bytes = blob.size;
    picture.url = URL.createObjectURL(blob);
    return picture.url;
  };
  const picture: Kept = { address: load(), stop, bytes: 0, users: 0 };
  // One that did not come is asked for again.
  picture.address.catch(() => drop(key, picture));
  return picture;
};

const makeRoom = (): void => {
  const idle = [...kept].filter(([, { users }]) => users === 0);
  let bytes = idle.reduce((sum, [, picture]) => sum + picture.bytes, 0);
  for (const [key, picture] of idle) {
    if (bytes <= idleBytesAtMost) return;
    bytes -= picture.bytes;
    drop(key, picture);
  }
};

/** A picture's address in this page, and the way to say that it is no longer shown. Fetched once for all who show it. */
export const takePicture = (type: PictureType, id: number): { address: Promise<string>; release: () => void } => {
  const key = `${type} ${id}`;
  const picture = kept.get(key) ?? fetchPicture(key, type, id);
  kept.delete(key);
  kept.set(key, picture);
  picture.users += 1;
  const release = () => {
    picture.users -= 1;
    if (picture.users > 0) return;
    if (picture.url === undefined) drop(key, picture);
    else makeRoom();
  };
  return { address: picture.address, release };
};

/** What one account has seen is not for the next one. */
export const forgetPictures = (): void => {
  for (const [key, picture] of [...kept]) drop(key, picture);
};
