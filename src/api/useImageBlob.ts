import { useEffect, useState } from 'react';
import { acquirePicture, type PictureType } from './pictures.ts';

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
