import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import { useListContext } from 'ra-core';
import { useId } from 'react';
import { formatNumber } from '../../fields/format.ts';
import { useListView } from './view.tsx';

const sizes = [10, 25, 30, 50];

export const Pager = () => {
  const { page, perPage, total, setPage, setPerPage } = useListContext();
  const { words } = useListView();
  const { translate, locale } = words;
  const id = useId();
  if (total === 0) return null;
  const [from, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total ?? 0)].map(n =>
    formatNumber(n, 0, locale),
  );
  // A size typed into the address is shown as it is.
  const offered = sizes.includes(perPage) ? sizes : [...sizes, perPage].sort((a, b) => a - b);
  return (
    <Box
      component="nav"
      aria-label={translate('lists.pages.label')}
      // Keeps its room while the number of pages is not known.
      sx={{
        visibility: total === undefined ? 'hidden' : undefined,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        color: 'text.secondary',
      }}
    >
      <InputLabel htmlFor={id} sx={{ typography: 'body2' }}>
        {translate('lists.pages.size')}
      </InputLabel>
      <NativeSelect
        disableUnderline
        value={perPage}
        onChange={({ target }) => setPerPage(Number(target.value))}
        inputProps={{ id }}
        sx={{
          typography: 'body2',
          '& select:focus-visible': { outline: 2, outlineColor: 'primary.main', borderRadius: 1 },
        }}
      >
        {offered.map(size => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </NativeSelect>
      <Box component="span" sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums', mx: 1 }}>
        {translate('lists.pages.range', { from, to, total: formatNumber(total ?? 0, 0, locale) })}
      </Box>
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
    </Box>
  );
};
