import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';

interface Props {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
  readonly pending: boolean;
  readonly listId: string;
  readonly expanded: boolean;
  readonly chosenId: string | undefined;
}

/** The search field: a combobox with its list below. */
export const SearchField = ({ text, onType, onKeyDown, onClose, pending, listId, expanded, chosenId }: Props) => {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        pl: 2.5,
        pr: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {pending ? (
        <CircularProgress size="1.25rem" aria-hidden />
      ) : (
        <Search fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
      )}
      <InputBase
        autoFocus
        fullWidth
        value={text}
        onChange={event => onType(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate('search.placeholder')}
        inputProps={{
          role: 'combobox',
          type: 'text',
          inputMode: 'search',
          enterKeyHint: 'go',
          autoComplete: 'off',
          autoCapitalize: 'off',
          spellCheck: false,
          'aria-label': translate('search.title'),
          'aria-expanded': expanded,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': chosenId,
        }}
        sx={{ typography: 'h3', fontWeight: 'fontWeightRegular' }}
      />
      <IconButton
        onClick={() => (text === '' ? onClose() : onType(''))}
        aria-label={translate(text === '' ? 'search.close' : 'search.clear')}
      >
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
};
