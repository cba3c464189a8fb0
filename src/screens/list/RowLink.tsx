import { LinkBase } from 'ra-core';
import { useI18n } from '../../fields/useI18n.ts';
import type { Row } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';
import { rowPathOf, rowTitle } from './rowPath.ts';

/** A link covering its row or card, so that every way to open a link works anywhere on it. */
export const RowLink = ({ resource, split, row }: { resource: Resource; split?: string; row: Row }) => {
  const { translate } = useI18n();
  const path = rowPathOf(resource, split, row);
  return path ? (
    <LinkBase
      className="row-link"
      to={path}
      data-row
      aria-label={translate('lists.open', { title: rowTitle(resource, row) })}
    />
  ) : null;
};
