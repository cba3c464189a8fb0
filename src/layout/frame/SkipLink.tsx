import { useTranslate } from 'ra-core';

export const contentId = 'content';

/** First stop of the keyboard: past the menus to the page itself. Unseen until focused. */
export const SkipLink = () => {
  const translate = useTranslate();
  return (
    <a
      className="skip-link"
      href={`#${contentId}`}
      onClick={event => {
        // The address keeps its query: following the hash would push an entry that leads nowhere new.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {translate('shell.skip')}
    </a>
  );
};
