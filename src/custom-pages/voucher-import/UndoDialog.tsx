import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { Failed } from '../../components/Failed.tsx';
import type { AnswerFor } from '../../contract/index.ts';
import { Wordless } from '../../feedback/Wordless.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { type Import, useImportCall, useUndoObstacles } from './queries.ts';

type Touched = AnswerFor<'GET /api/v3/imports/{id}/touched'>;

const TouchedList = ({ touched }: { touched: Touched }) => {
  const { translate, locale } = useI18n();
  const others = touched.Total - touched.Items.length;
  return (
    <>
      <DialogContentText>
        {translate('imports.result.touched', { n: formatNumber(touched.Total, 0, locale) })}
      </DialogContentText>
      <Box component="ul" sx={{ pl: 2.5, overflowWrap: 'anywhere' }}>
        {touched.Items.map(({ Id, Title, Row, Why }) => (
          <li key={Id}>
            <Link component={RouterLink} to={`/cabinet/cards/${Id}/`}>
              {Title || `№ ${Id}`}
            </Link>{' '}
            ({translate('imports.check.row')} {Row}): {translate(`imports.result.why.${Why}`)}
          </li>
        ))}
        {others > 0 && <li>{translate('imports.result.others', { n: formatNumber(others, 0, locale) })}</li>}
      </Box>
    </>
  );
};

/** Asks before an import is undone. It lists the vouchers that were used since the import. */
export const UndoDialog = ({ row, open, onClose }: { row: Import; open: boolean; onClose: () => void }) => {
  const { translate, locale } = useI18n();
  const { busy, doing, error } = useImportCall();
  const { data, isError, refetch } = useUndoObstacles(row.Id, open);
  const title = translate('imports.result.undoTitle');
  const free = data?.Total === 0;
  const undo = async () => {
    if (await doing(() => api('POST /api/v3/imports/{id}/undo')({ params: { id: row.Id } }))) onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        {isError && <Failed text={translate('imports.failed')} onRetry={refetch} />}
        {!data && !isError && <DialogContentText>{translate('imports.result.looking')}</DialogContentText>}
        {free && (
          <DialogContentText>
            {translate('imports.result.undoHelp', { n: formatNumber(row.Rows, 0, locale) })}
          </DialogContentText>
        )}
        {data && !free && <TouchedList touched={data} />}
        <Wordless error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate(free ? 'frame.cancel' : 'imports.result.close')}
        </Button>
        {free && (
          <Button color="error" variant="contained" disabled={busy} onClick={() => void undo()}>
            {translate('imports.result.undo')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
