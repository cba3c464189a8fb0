import { useListContext } from 'ra-core';
import { ColumnChooser } from './ColumnChooser.tsx';
import { countText } from './count.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { FilterChips } from './FilterChips.tsx';
import { NewsLine } from './news/NewsLine.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { useListView } from './view.tsx';

/** Number of rows, active filters, and actions on all rows. */
export const CountLine = () => {
  const { total } = useListContext();
  const { resource, i18n, narrow } = useListView();
  return (
    <div className="list-row">
      <div className="list-count">
        <span role="status" className="list-total">
          {total === undefined ? '\u00a0' : i18n.translate('lists.found', { count: countText(resource, total, i18n) })}
        </span>
        <FilterChips />
        {resource.list.live && <NewsLine />}
      </div>
      {!narrow && (
        <>
          <ColumnChooser />
          <ExportMenu />
        </>
      )}
      <RefreshButton />
    </div>
  );
};
