import type { MouseEvent } from 'react';
import { pushAddress } from '../../routes/address.ts';

/** Makes a link between the pages outside the router change the page without loading it anew. */
export const followHere = (path: string) => ({
  href: path,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pushAddress(path);
  },
});
