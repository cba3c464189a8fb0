import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, newIdempotencyKey } from '../../../api/client.ts';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { driverNoteMaxLength } from '../../../contract/limits.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { useVoucher } from '../queries.ts';
import { useFormat } from '../useFormat.ts';

interface NoteProps {
  readonly clientId: number;
  readonly voucherId: number;
  readonly onClose: () => void;
}

interface FormProps extends NoteProps {
  readonly draft: { readonly Text: string; readonly Email: string | null };
}

const NoteForm = ({ clientId, voucherId, draft, onClose }: FormProps) => {
  const { translate, moment } = useFormat();
  const t = (key: string, values?: object) => translate(`scoring.note.${key}`, { ...values });
  const client = useQueryClient();
  const [text, setText] = useState(draft.Text);
  const [byMail, setByMail] = useState(false);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      api('POST /api/v3/clients/{id}/handouts')({
        params: { id: clientId },
        body: { VoucherId: voucherId, Note: text.trim(), ByMail: byMail },
        key: newIdempotencyKey(),
      }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['voucher', 'handouts', clientId] }),
  });
  return (
    <>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('about')}
        </Typography>
        <TextField
          autoFocus
          multiline
          fullWidth
          minRows={6}
          label={t('text')}
          value={text}
          disabled={data !== undefined}
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { maxLength: driverNoteMaxLength } }}
        />
        <FormControlLabel
          disabled={draft.Email === null || data !== undefined}
          control={<Checkbox checked={byMail} onChange={(_, checked) => setByMail(checked)} />}
          label={draft.Email === null ? t('noMail') : t('byMail', { email: draft.Email })}
        />
        {error && <Alert severity="error">{reasonOf(error, translate)}</Alert>}
        {data && (
          <Alert severity="success" variant="outlined" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
            {t(byMail ? 'sent' : 'made', { until: moment(data.ExpiresAt) })}
            <MuiLink
              href={data.Url}
              target="_blank"
              rel="noreferrer"
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {data.Url}
            </MuiLink>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{data ? t('close') : translate('frame.cancel')}</Button>
        {!data && (
          <Button variant="contained" loading={isPending} disabled={isInvisible(text)} onClick={() => mutate()}>
            {t('save')}
          </Button>
        )}
      </DialogActions>
    </>
  );
};

const NoteDialog = (props: NoteProps) => {
  const { translate } = useFormat();
  const { clientId, voucherId } = props;
  const query = useQuery({
    queryKey: ['scoring', 'note', clientId, voucherId],
    queryFn: ({ signal }) =>
      api('GET /api/v3/clients/{id}/handouts/draft')({ params: { id: clientId }, query: { voucherId }, signal }),
    gcTime: 0,
  });
  const title = translate('scoring.note.title');
  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="sm" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <QueryContent
        query={query}
        skeleton={<Skeleton variant="rounded" height={240} sx={{ m: 3 }} />}
        failureText="scoring.failed"
      >
        {draft => <NoteForm {...props} draft={draft} />}
      </QueryContent>
    </Dialog>
  );
};

/** Button that writes a note to the driver, which begins with what cost most points and on which days. */
export const DriverNote = ({ voucherId }: { voucherId: number }) => {
  const { translate } = useFormat();
  const { data: voucher } = useVoucher(voucherId);
  const [isOpen, setOpen] = useState(false);
  const clientId = voucher?.ClientId;
  if (typeof clientId !== 'number') return null;
  return (
    <>
      <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={() => setOpen(true)}>
        {translate('scoring.note.start')}
      </Button>
      {isOpen && <NoteDialog clientId={clientId} voucherId={voucherId} onClose={() => setOpen(false)} />}
    </>
  );
};
