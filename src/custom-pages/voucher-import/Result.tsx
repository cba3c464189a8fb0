import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { Import } from './queries.ts';
import { UndoDialog } from './UndoDialog.tsx';

/** Result of the import. */
export const Result = ({ row }: { row: Import }) => {
  const { translate, locale } = useI18n();
  const [asking, setAsking] = useState(false);
  const done = row.State === 'done';
  return (
    <>
      <Alert severity={done ? 'success' : 'info'} variant="outlined" role="status">
        {done
          ? translate('imports.result.done', { n: formatNumber(row.Rows, 0, locale) })
          : translate('imports.result.undone')}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" component={RouterLink} to="/cabinet/cards/list/">
          {translate('imports.result.open')}
        </Button>
        <Button variant="outlined" component={RouterLink} to="/cabinet/cards/import/">
          {translate('imports.toList')}
        </Button>
        {done && (
          <Button color="error" onClick={() => setAsking(true)}>
            {translate('imports.result.undo')}
          </Button>
        )}
      </Box>
      <UndoDialog row={row} open={asking} onClose={() => setAsking(false)} />
    </>
  );
};
