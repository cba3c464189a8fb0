import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { copyText } from '../../components/clipboard.ts';
import { showToast } from '../../feedback/toasts.ts';

const copyLink = async (successText: string, failureText: string): Promise<void> => {
  const copied = await copyText(window.location.href);
  showToast({ kind: copied ? 'success' : 'error', heading: copied ? successText : failureText });
};

const toggleFullScreen = (): void => {
  const switching = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  // If the browser refuses full screen, nothing is reported, because the page is unchanged.
  switching?.catch(() => undefined);
};

/**
 * Prints the page. Print styles are loaded first, but printing does not fail without them. Waits until the menu of page
 * tools has closed, because it would be printed too.
 */
const printPage = async (): Promise<void> => {
  const menuClosed = new Promise(resolve => setTimeout(resolve, 300));
  await Promise.all([menuClosed, import('../print.css').catch(() => undefined)]);
  window.print();
};

export const PageTools = ({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) => {
  const translate = useTranslate();
  const closeThen = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      <MenuItem
        onClick={closeThen(
          () => void copyLink(translate('frame.tools.linkCopied'), translate('frame.tools.linkNotCopied')),
        )}
      >
        {translate('frame.tools.link')}
      </MenuItem>
      {document.fullscreenEnabled && (
        <MenuItem onClick={closeThen(toggleFullScreen)}>{translate('frame.tools.full')}</MenuItem>
      )}
      <MenuItem onClick={closeThen(() => void printPage())}>{translate('frame.tools.print')}</MenuItem>
    </Menu>
  );
};
