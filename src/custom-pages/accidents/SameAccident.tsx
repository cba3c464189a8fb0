import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useDebounced } from '../../components/useDebounced.ts';
import { searchMaxLength } from '../../contract/limits.ts';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { useFailureText } from './failures.ts';
import type { MoveProps } from './header/MoveActions.tsx';
import { PanelLoaded, SkeletonRows } from './Panel.tsx';
import { useMergeTargets } from './queries.ts';
import { CaseChoice, useMerge } from './RelatedCases.tsx';

const SearchForm = ({ accident, onMoved, onClose }: MoveProps & { readonly onClose: () => void }) => {
  const translate = useTranslate();
  const failureText = useFailureText();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const { merge, busy, error } = useMerge(accident, onMoved);
  const found = useMergeTargets(accident.Id, search);
  return (
    <>
      <DialogTitle>{translate('accident.related.sameTitle', { id: accident.CrashUniqueIdentifier })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minHeight: 320 }}>
        <TextField
          label={translate('accident.related.search')}
          helperText={translate('accident.related.searchHelp')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { maxLength: searchMaxLength } }}
          type="search"
          autoFocus
          fullWidth
        />
        {error !== undefined && <RedAlert>{failureText(error)}</RedAlert>}
        <PanelLoaded query={found} skeleton={<SkeletonRows count={4} height={40} />}>
          {cases => (
            <Box component="ul" aria-label={translate('accident.related.found')} sx={{ m: 0, p: 0 }}>
              {cases.length === 0 && (
                <Typography component="li" color="text.secondary" sx={{ listStyle: 'none' }}>
                  {translate(search ? 'accident.related.noMatch' : 'accident.related.noOther')}
                </Typography>
              )}
              {cases.map(related => (
                <CaseChoice key={related.Id} {...{ accident, related, busy }} onChoose={() => void merge(related)} />
              ))}
            </Box>
          )}
        </PanelLoaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('accident.reason.cancel')}</Button>
      </DialogActions>
    </>
  );
};

export const SameAccidentButton = ({ disabled, ...props }: MoveProps & { readonly disabled: boolean }) => {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        data-key="merge"
        size="small"
        disabled={disabled}
        onClick={() => setOpen(true)}
        sx={{ justifySelf: 'start', ml: -1 }}
      >
        {translate('accident.related.same')}
      </Button>
      <Dialog open={isOpen} onClose={close} fullWidth maxWidth="sm">
        {isOpen && <SearchForm {...props} onClose={close} />}
      </Dialog>
    </>
  );
};
