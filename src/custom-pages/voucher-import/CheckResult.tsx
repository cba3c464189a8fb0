import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { api, send } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Wordless } from '../../feedback/Wordless.tsx';
import { formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';
import { Faults } from './Faults.tsx';
import { type Import, useImportCall } from './queries.ts';

const importsAddress = '/cabinet/cards/import/';
const formats = ['xlsx', 'csv'] as const;

const downloadFaulty = async ({ Id, FileName }: Import, format: (typeof formats)[number]): Promise<void> => {
  const answer = await send('GET /api/v3/imports/{id}/faults/file', { params: { id: Id }, query: { format } });
  saveFile(`${FileName.replace(/\.[^.]*$/, '')}.errors.${format}`, await answer.blob());
};

/** Result of the check, and the next steps. */
export const CheckResult = ({ row, onColumns }: { row: Import; onColumns: () => void }) => {
  const { translate, locale } = useI18n();
  const navigate = useNavigate();
  const { busy, doing, error } = useImportCall();
  const [asking, setAsking] = useState(false);
  const [wrong, doubtful] = [row.WrongRows ?? 0, row.DoubtfulRows ?? 0];
  const figure = (value: number) => formatNumber(value, 0, locale);
  const remove = async () => {
    const gone = await doing(() => api('DELETE /api/v3/imports/{id}')({ params: { id: row.Id } }));
    if (gone) navigate(importsAddress);
  };
  return (
    <>
      <Alert severity={wrong > 0 ? 'error' : 'success'} variant="outlined" role="status">
        {wrong > 0
          ? translate('imports.check.bad', { n: figure(wrong), of: figure(row.Rows) })
          : translate('imports.check.good', { n: figure(row.Rows) })}
        {wrong > 0 && <Box>{translate('imports.check.correct')}</Box>}
        {doubtful > 0 && <Box>{translate('imports.check.remarks', { n: figure(doubtful) })}</Box>}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {wrong === 0 && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() => void doing(() => api('POST /api/v3/imports/{id}/run')({ params: { id: row.Id } }))}
          >
            {translate('imports.check.run', { n: figure(row.Rows) })}
          </Button>
        )}
        {wrong > 0 && (
          <Button variant="contained" component={RouterLink} to={importsAddress}>
            {translate('imports.check.upload')}
          </Button>
        )}
        {wrong + doubtful > 0 &&
          formats.map(format => (
            <Button
              key={format}
              variant="outlined"
              disabled={busy}
              onClick={() => void doing(() => downloadFaulty(row, format))}
            >
              {translate(wrong > 0 ? 'imports.check.download' : 'imports.check.downloadRemarks', {
                format: format.toUpperCase(),
              })}
            </Button>
          ))}
        <Button onClick={onColumns}>{translate('imports.check.columns')}</Button>
        <Button color="error" disabled={busy} onClick={() => setAsking(true)}>
          {translate('imports.remove')}
        </Button>
      </Box>
      <Wordless error={error} />
      {wrong > 0 && <Faults row={row} grave />}
      {doubtful > 0 && <Faults row={row} grave={false} />}
      <ConfirmDialog
        open={asking}
        title={translate('imports.removeTitle')}
        help={translate('imports.removeHelp', { file: row.FileName })}
        action={translate('imports.remove')}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
};
