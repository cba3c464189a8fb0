import { useTranslate } from 'react-admin';

export const contentId = 'content';

/** Link that skips the menus, as the first tab stop of the page. Hidden until it has the focus. */
export const SkipLink = () => {
  const translate = useTranslate();
  return (
    <a
      className="skip-link"
      href={`#${contentId}`}
      onClick={event => {
        // The click only moves the focus. Following the link would add a useless history entry with a hash.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {translate('shell.skip')}
    </a>
  );
};
