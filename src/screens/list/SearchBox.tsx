import Clear from '@mui/icons-material/Clear';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { searchMaxLength } from '../../contract/limits.ts';
import { useDraft } from '../../fields/draft.ts';
import { fieldLabel } from '../../fields/useI18n.ts';
import { validationText } from '../../fields/validation.ts';
import { useFilters } from './filters.ts';
import { useListView } from './view.tsx';

export const SearchBox = () => {
  const { resource, i18n } = useListView();
  const { values, change } = useFilters();
  const {
    draft,
    change: changeDraft,
    flush,
  } = useDraft(String(values.q ?? ''), (text, isTyping) => {
    // A search text above the maximum length is not sent, because the server rejects it. The rows of the previous
    // search stay until the text is shorter.
    if (text.length <= searchMaxLength) change({ q: text || undefined }, isTyping);
  });
  const isTooLong = draft.trim().length > searchMaxLength;
  if (!resource.list.search?.length) return null;
  const fields = resource.list.search.map(name => fieldLabel(resource, name, i18n)).join(', ');
  const hint = i18n.translate('lists.searchIn', { fields });
  return (
    <div className="control search-box">
      <Search fontSize="small" aria-hidden />
      <input
        type="search"
        value={draft}
        placeholder={hint}
        title={hint}
        onChange={event => changeDraft(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && flush()}
        aria-label={i18n.translate('lists.search')}
        data-key="search"
        aria-invalid={isTooLong}
      />
      {draft && (
        <IconButton
          size="small"
          edge="end"
          aria-label={i18n.translate('lists.clearSearch')}
          onClick={() => {
            changeDraft('');
            change({ q: undefined });
          }}
        >
          <Clear fontSize="small" />
        </IconButton>
      )}
      {isTooLong && <p role="alert">{validationText(i18n.translate, 'tooLong', { max: searchMaxLength })}</p>}
    </div>
  );
};
