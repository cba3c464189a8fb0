import { useEffect, useState } from 'react';
import { send } from './client.ts';
import { reportFailure } from './failures.ts';

type ImageBlobState = { readonly url?: string; readonly failed: boolean };

/** Returns the object URL of a picture, because an <img> cannot send the token. Without an id there is no picture. */
export const useImageBlob = (type: PictureType, id: number | undefined): ImageBlobState => {
  const [state, setState] = useState<ImageBlobState>({ failed: false });
  useEffect(() => {
    setState({ failed: false });
    if (id === undefined) return undefined;
    let isMounted = true;
    const { address, release } = acquirePicture(type, id);
    address.then(
      url => isMounted && setState({ url, failed: false }),
      () => isMounted && setState({ failed: true }),
    );
    return () => {
      isMounted = false;
      release();
    };
  }, [type, id]);
  return state;
};

type PictureType = 'accident' | 'accident-thumbnail' | 'avatar';

/** Maximum size of cached pictures that no component shows, bytes. They appear at once when the user goes back. */
const maxIdleBytes = 20 * 1024 * 1024;

interface CachedPicture {
  readonly address: Promise<string>;
  readonly abortController: AbortController;
  url?: string;
  bytes: number;
  userCount: number;
}

// The least recently used picture comes first. The cache is in memory only, because browsers must not store responses.
const pictureCache = new Map<string, CachedPicture>();

const removePicture = (key: string, picture: CachedPicture): void => {
  if (pictureCache.get(key) === picture) pictureCache.delete(key);
  picture.abortController.abort();
  if (picture.url) URL.revokeObjectURL(picture.url);
};

const fetchPicture = (key: string, type: PictureType, id: number): CachedPicture => {
  const abortController = new AbortController();
  const load = async (): Promise<string> => {
    const response = await send('GET /api/v2/Image/{type}/{id}', {
      params: { type, id },
      signal: abortController.signal,
    });
    const blob = await response.blob();
    abortController.signal.throwIfAborted();
    picture.bytes = blob.size;
    picture.url = URL.createObjectURL(blob);
    return picture.url;
  };
  const picture: CachedPicture = { address: load(), abortController, bytes: 0, userCount: 0 };
  // A failed download is not cached, so that the next component tries again.
  picture.address.catch((error: unknown) => {
    // An aborted download is no failure, because no component shows the picture any more.
    if (!abortController.signal.aborted) reportFailure(error);
    removePicture(key, picture);
  });
  return picture;
};

const evictIdlePictures = (): void => {
  const idle = [...pictureCache].filter(([, { userCount }]) => userCount === 0);
  let bytes = idle.reduce((sum, [, picture]) => sum + picture.bytes, 0);
  for (const [key, picture] of idle) {
    if (bytes <= maxIdleBytes) return;
    bytes -= picture.bytes;
    removePicture(key, picture);
  }
};

/**
 * Returns the object URL of a picture and a function that releases it. A picture is fetched once for all components.
 */
export const acquirePicture = (type: PictureType, id: number): { address: Promise<string>; release: () => void } => {
  const key = `${type} ${id}`;
  const picture = pictureCache.get(key) ?? fetchPicture(key, type, id);
  pictureCache.delete(key);
  pictureCache.set(key, picture);
  picture.userCount += 1;
  const release = () => {
    picture.userCount -= 1;
    if (picture.userCount > 0) return;
    if (picture.url === undefined) removePicture(key, picture);
    else evictIdlePictures();
  };
  return { address: picture.address, release };
};

/** Clears the cache, because the next account must not see the pictures. */
export const forgetPictures = (): void => {
  for (const [key, picture] of [...pictureCache]) removePicture(key, picture);
};
