import type { MouseEvent } from 'react';
import { pushAddress } from '../../routes/address.ts';

/** Returns the props of a link between pages outside the router. The link works without a page load. */
export const linkWithoutRouter = (path: string) => ({
  href: path,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pushAddress(path);
  },
});
