import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Failed } from '../../components/Failed.tsx';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { NothingFound } from '../../screens/list/NothingFound.tsx';
import { TextDialog } from './TextDialog.tsx';
import { type TextRow, useTextRows } from './useTexts.ts';

/** Maximum number of shown texts. The search finds the others. */
const most = 100;

const holds = ({ key, ru, en }: TextRow, search: string): boolean =>
  [key, ru, en].some(text => text.toLowerCase().includes(search));

/** Texts of the cabinet, found by their words or keys. Changes apply to all users. */
export const TextsPage = () => {
  const translate = useTranslate();
  const { data, isError, refetch } = useTextRows();
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [chosen, choose] = useState<string>();
  if (isError) return <Failed text={translate('admin.texts.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  const sought = search.trim().toLowerCase();
  const found = data.filter(row => (!onlyChanged || row.changed) && (sought === '' || holds(row, sought)));
  const reset = () => {
    setSearch('');
    setOnlyChanged(false);
  };
  const row = data.find(({ key }) => key === chosen);
  return (
    <Box sx={{ maxWidth: 'lg' }}>
      <Typography variant="h1" gutterBottom>
        {translate('routes.texts')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('admin.texts.about')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, mb: 2, flexWrap: 'wrap', alignItems: 'flex-end' }}>
        <TextField
          size="small"
          type="search"
          label={translate('admin.texts.search')}
          value={search}
          onChange={event => setSearch(event.target.value)}
          sx={{ flex: 1, minWidth: '24ch' }}
        />
        <FormControlLabel
          control={<Switch checked={onlyChanged} onChange={event => setOnlyChanged(event.target.checked)} />}
          label={translate('admin.texts.onlyChanged')}
        />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }} aria-live="polite">
        {translate('admin.texts.shown', { n: Math.min(most, found.length), total: found.length })}
      </Typography>
      {found.length === 0 && <NothingFound noun={translate('admin.texts.many')} onReset={reset} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {found.slice(0, most).map(({ key, ru, en, changed }) => (
          <Paper component="li" key={key}>
            <ButtonBase
              onClick={() => choose(key)}
              sx={{
                width: 1,
                p: 1.5,
                display: 'grid',
                gap: 0.5,
                textAlign: 'left',
                justifyContent: 'stretch',
                justifyItems: 'start',
              }}
            >
              <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center', maxWidth: 1 }}>
                <Typography variant="caption" color="textSecondary" component="span" sx={{ overflowWrap: 'anywhere' }}>
                  {key}
                </Typography>
                {changed && <Chip size="small" label={translate('admin.texts.changed')} />}
              </Box>
              <Box
                component="span"
                sx={{ display: 'grid', gap: { xs: 0.5, md: 2 }, gridTemplateColumns: { md: '1fr 1fr' }, width: 1 }}
              >
                <Typography component="span" lang="ru" sx={{ overflowWrap: 'anywhere' }}>
                  {ru}
                </Typography>
                <Typography component="span" lang="en" sx={{ overflowWrap: 'anywhere' }}>
                  {en}
                </Typography>
              </Box>
            </ButtonBase>
          </Paper>
        ))}
      </Box>
      {row && <TextDialog key={row.key} row={row} onClose={() => choose(undefined)} />}
    </Box>
  );
};
