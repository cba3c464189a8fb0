import { send } from './client.ts';
import { reportFailure } from './failures.ts';

export type PictureType = 'accident' | 'accident-thumbnail' | 'avatar';

/** Maximum size of cached pictures that no component shows, bytes. They appear at once when the user goes back. */
const idleBytesAtMost = 20 * 1024 * 1024;

interface Cached {
  readonly address: Promise<string>;
  readonly stop: AbortController;
  url?: string;
  bytes: number;
  users: number;
}

// The least recently used picture comes first. The cache is in memory only, because browsers must not store responses.
const cached = new Map<string, Cached>();

const drop = (key: string, picture: Cached): void => {
  if (cached.get(key) === picture) cached.delete(key);
  picture.stop.abort();
  if (picture.url) URL.revokeObjectURL(picture.url);
};

const fetchPicture = (key: string, type: PictureType, id: number): Cached => {
  const stop = new AbortController();
  const load = async (): Promise<string> => {
    const response = await send('GET /api/v2/Image/{type}/{id}', { params: { type, id }, signal: stop.signal });
    const blob = await response.blob();
    stop.signal.throwIfAborted();
    picture.bytes = blob.size;
    picture.url = URL.createObjectURL(blob);
    return picture.url;
  };
  const picture: Cached = { address: load(), stop, bytes: 0, users: 0 };
  // A failed download is not cached, so that the next component tries again.
  picture.address.catch((error: unknown) => {
    // An aborted download is no failure, because no component shows the picture any more.
    if (!stop.signal.aborted) reportFailure(error);
    drop(key, picture);
  });
  return picture;
};

const makeRoom = (): void => {
  const idle = [...cached].filter(([, { users }]) => users === 0);
  let bytes = idle.reduce((sum, [, picture]) => sum + picture.bytes, 0);
  for (const [key, picture] of idle) {
    if (bytes <= idleBytesAtMost) return;
    bytes -= picture.bytes;
    drop(key, picture);
  }
};

/**
 * Returns the object URL of a picture and a function that releases it. A picture is fetched once for all components.
 */
export const takePicture = (type: PictureType, id: number): { address: Promise<string>; release: () => void } => {
  const key = `${type} ${id}`;
  const picture = cached.get(key) ?? fetchPicture(key, type, id);
  cached.delete(key);
  cached.set(key, picture);
  picture.users += 1;
  const release = () => {
    picture.users -= 1;
    if (picture.users > 0) return;
    if (picture.url === undefined) drop(key, picture);
    else makeRoom();
  };
  return { address: picture.address, release };
};

/** Clears the cache, because the next account must not see the pictures. */
export const forgetPictures = (): void => {
  for (const [key, picture] of [...cached]) drop(key, picture);
};
