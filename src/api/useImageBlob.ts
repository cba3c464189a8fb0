import { useEffect, useState } from 'react';
import { send } from './client.ts';

type Picture = 'accident' | 'accident-thumbnail' | 'avatar';
type Blobbed = { readonly url?: string; readonly failed: boolean };

/** A picture as an address of this page: the server gives its bytes only to who shows the token. Revoked when unused. Without an id: none. */
export const useImageBlob = (type: Picture, id: number | undefined): Blobbed => {
  const [state, setState] = useState<Blobbed>({ failed: false });
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    setState({ failed: false });
    if (id === undefined) return undefined;
    send('GET /api/v2/Image/{type}/{id}', { params: { type, id }, signal: stop.signal })
      .then(response => response.blob())
      .then(blob => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setState({ url, failed: false });
      })
      .catch(() => {
        if (!stop.signal.aborted) setState({ failed: true });
      });
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [type, id]);
  return state;
};
