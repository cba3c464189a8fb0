import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useListContext } from 'react-admin';
import { pageSizes } from '../../contract/states.ts';
import { formatNumber } from '../../fields/format.ts';
import { useListView } from './view.tsx';

const pageSizeChoices: readonly number[] = pageSizes;

export const Pager = () => {
  const { page, perPage, total, setPage, setPerPage } = useListContext();
  const { i18n } = useListView();
  const { translate, locale } = i18n;
  const id = useId();
  if (total === 0) return null;
  const [from, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total ?? 0)].map(n =>
    formatNumber(n, 0, locale),
  );
  // A page size that was typed into the address is offered in addition to the usual ones.
  const offeredSizes = pageSizeChoices.includes(perPage)
    ? pageSizeChoices
    : [...pageSizeChoices, perPage].sort((a, b) => a - b);
  return (
    <nav aria-label={translate('lists.pages.label')} className="pager" data-unknown={total === undefined || undefined}>
      <label htmlFor={id}>{translate('lists.pages.size')}</label>
      <div className="control pager-size">
        <select id={id} value={perPage} onChange={({ target }) => setPerPage(Number(target.value))}>
          {offeredSizes.map(size => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <ArrowDropDown aria-hidden />
      </div>
      <span className="pager-range">
        {translate('lists.pages.range', { from, to, total: formatNumber(total ?? 0, 0, locale) })}
      </span>
      <IconButton aria-label={translate('lists.pages.previous')} disabled={page <= 1} onClick={() => setPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton
        aria-label={translate('lists.pages.next')}
        disabled={page * perPage >= (total ?? 0)}
        onClick={() => setPage(page + 1)}
      >
        <ChevronRight />
      </IconButton>
    </nav>
  );
};
