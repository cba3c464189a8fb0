import { useTranslate } from 'react-admin';

export const contentId = 'content';

/** First tab stop: skips the menus. Hidden until focused. */
export const SkipLink = () => {
  const translate = useTranslate();
  return (
    <a
      className="skip-link"
      href={`#${contentId}`}
      onClick={event => {
        // The link is not followed, because the hash would add a useless history entry.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {translate('shell.skip')}
    </a>
  );
};
