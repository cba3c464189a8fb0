import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { copyText } from '../../components/clipboard.ts';
import { showToast } from '../../feedback/toasts.ts';

const copyLink = async (said: string, failed: string): Promise<void> => {
  const copied = await copyText(window.location.href);
  showToast({ kind: copied ? 'success' : 'error', heading: copied ? said : failed });
};

const toggleFull = (): void => {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  // A refusal of the browser is ignored, because the page is unchanged.
  done?.catch(() => undefined);
};

/**
 * Prints the page. The print styles are loaded first if possible. Waits until the menu has closed, because it would be
 * printed too.
 */
const print = async (): Promise<void> => {
  const closed = new Promise(done => setTimeout(done, 300));
  await Promise.all([closed, import('../print.css').catch(() => undefined)]);
  window.print();
};

/** Tools of any page: copy the link with its filters, full screen, print. */
export const PageTools = ({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) => {
  const translate = useTranslate();
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      <MenuItem
        onClick={after(
          () => void copyLink(translate('frame.tools.linkCopied'), translate('frame.tools.linkNotCopied')),
        )}
      >
        {translate('frame.tools.link')}
      </MenuItem>
      {document.fullscreenEnabled && <MenuItem onClick={after(toggleFull)}>{translate('frame.tools.full')}</MenuItem>}
      <MenuItem onClick={after(() => void print())}>{translate('frame.tools.print')}</MenuItem>
    </Menu>
  );
};
