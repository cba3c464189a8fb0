import { LinkBase } from 'ra-core';
import type { MouseEvent } from 'react';
import { useI18n } from '../../fields/useI18n.ts';
import type { Row } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';
import { rowPathOf, rowTitle } from './rowPath.ts';

/**
 * A click on a text opens its row, unless it ends a selection: the texts lie above the link, so that they can be selected.
 * The link itself is clicked, with the same button and keys.
 */
export const openRow = ({ target, nativeEvent }: MouseEvent): void => {
  if (!(target instanceof Element) || target.closest('a, button, input, label') || String(getSelection())) return;
  const link = target.closest('tr, .card')?.querySelector('.row-link');
  link?.dispatchEvent(new window.MouseEvent(nativeEvent.type, nativeEvent));
};

/** A link beneath the texts of its row or card, so that every way to open a link works between them. */
export const RowLink = ({ resource, split, row }: { resource: Resource; split?: string; row: Row }) => {
  const { translate } = useI18n();
  const path = rowPathOf(resource, split, row);
  return path ? (
    <LinkBase
      className="row-link"
      to={path}
      data-row
      draggable={false}
      aria-label={translate('lists.open', { title: rowTitle(resource, row) })}
    />
  ) : null;
};
