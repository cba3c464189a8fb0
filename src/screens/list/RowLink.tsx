import type { MouseEvent } from 'react';
import { useNavigate } from 'react-admin';
import { useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';
import type { Row } from '../../schema/kinds/value.ts';
import { rowPathOf, rowTitle } from './rowPath.ts';

/** Returns true for clicks that the browser handles itself: new tab, new window, context menu. */
const isBrowserClick = ({ type, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  type !== 'click' || button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Returns the click handler for the rows of a list. A click on a link opens the row's page without a reload of the
 * application. Texts lie above the link, so that users can select them. A click on a text is sent on to the link, with
 * its button and modifier keys. While text is selected, a click on a text does nothing.
 */
export const useOpenRow = (): ((event: MouseEvent) => void) => {
  const navigate = useNavigate();
  return event => {
    const { target, nativeEvent } = event;
    if (!(target instanceof Element)) return;
    if (target.matches('.row-link')) {
      const path = target.getAttribute('href');
      if (path === null || isBrowserClick(event) || event.defaultPrevented) return;
      event.preventDefault();
      navigate(path);
    } else if (!target.closest('a, button, input, label') && !String(getSelection())) {
      const link = target.closest('tr, .card')?.querySelector('.row-link');
      link?.dispatchEvent(new window.MouseEvent(nativeEvent.type, nativeEvent));
    }
  };
};

/**
 * A link that covers its row or card, below the texts. Between the texts it works like any link, for example for a new
 * tab. It is a plain `a` element, because links of the router library render again with every change of the address.
 */
export const RowLink = ({ resource, split, row }: { resource: Resource; split?: string; row: Row }) => {
  const { translate } = useI18n();
  const path = rowPathOf(resource, split, row);
  return path ? (
    // biome-ignore lint/a11y/useAnchorContent: `aria-label` names the link
    <a
      className="row-link"
      href={path}
      data-row
      draggable={false}
      aria-label={translate('lists.open', { title: rowTitle(resource, row) })}
    />
  ) : null;
};
