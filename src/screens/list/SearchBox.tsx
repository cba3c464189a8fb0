import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { searchMaxLength } from '../../contract/limits.ts';
import { useDraft } from '../../fields/draft.ts';
import { fieldLabel } from '../../fields/words.ts';
import { useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** Looks through the fields the description names; says which they are. */
export const SearchBox = () => {
  const { resource, words } = useListView();
  const { values, change } = useFilters();
  const { draft, change: type, flush } = useDraft(String(values.q ?? ''), text => change({ q: text || undefined }));
  if (!resource.list.search?.length) return null;
  const fields = resource.list.search.map(name => fieldLabel(resource, name, words)).join(', ');
  const hint = words.translate('lists.searchIn', { fields });
  return (
    <OutlinedInput
      size="small"
      type="search"
      value={draft}
      placeholder={hint}
      title={hint}
      onChange={event => type(event.target.value)}
      onKeyDown={event => event.key === 'Enter' && flush()}
      inputProps={{ 'aria-label': words.translate('lists.search'), 'data-key': 'search', maxLength: searchMaxLength }}
      startAdornment={
        <InputAdornment position="start">
          <Search fontSize="small" aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        draft && (
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={words.translate('lists.clearSearch')}
              onClick={() => change({ q: undefined })}
            >
              <Clear fontSize="small" />
            </IconButton>
          </InputAdornment>
        )
      }
      sx={{
        flex: '1 1 0',
        minWidth: theme => theme.spacing(22),
        maxWidth: { md: theme => theme.spacing(42) },
        // The browser's own cross would stand beside ours.
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
};
