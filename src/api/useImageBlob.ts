import { useEffect, useState } from 'react';
import { type PictureType, takePicture } from './pictures.ts';

type Blobbed = { readonly url?: string; readonly failed: boolean };

/** Returns the object URL of a picture, because an <img> cannot send the token. Without an id there is no picture. */
export const useImageBlob = (type: PictureType, id: number | undefined): Blobbed => {
  const [state, setState] = useState<Blobbed>({ failed: false });
  useEffect(() => {
    setState({ failed: false });
    if (id === undefined) return undefined;
    let shown = true;
    const { address, release } = takePicture(type, id);
    address.then(
      url => shown && setState({ url, failed: false }),
      () => shown && setState({ failed: true }),
    );
    return () => {
      shown = false;
      release();
    };
  }, [type, id]);
  return state;
};
