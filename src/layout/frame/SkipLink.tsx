import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';

export const contentId = 'content';

/** First stop of the keyboard: past the menus to the page itself. Unseen until focused. */
export const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      href={`#${contentId}`}
      onClick={event => {
        // The address keeps its query: following the hash would push an entry that leads nowhere new.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      }}
    >
      {translate('shell.skip')}
    </Button>
  );
};
