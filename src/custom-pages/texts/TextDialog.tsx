import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../api/client.ts';
import { legacy } from '../../api/legacy.ts';
import { useUnsaved } from '../../api/unsaved.ts';
import { textMaxLength } from '../../contract/limits.ts';
import { refusalText } from '../../feedback/refusal.ts';
import { showToast } from '../../feedback/toasts.ts';
import type { TextRow } from './useTexts.ts';

const locales = ['ru', 'en'] as const;
type Texts = Pick<TextRow, 'ru' | 'en'>;

const saveAll = async (key: string, texts: { readonly [L in keyof Texts]?: string | null }): Promise<void> => {
  for (const Locale of locales) {
    const Text = texts[Locale];
    if (Text !== undefined) await legacy.post('/uilocalization')({ body: { Locale, Key: key, Text } });
  }
};

/** Returns the server's message about the text, or the general text for the refusal. */
const faultOf = (error: unknown, translate: Parameters<typeof refusalText>[1]): string | undefined =>
  (error instanceof ApiError && error.answer?.Errors?.[0]?.Message) || refusalText(error, translate);

/** Edits one text in both languages. The built-in text can be restored. */
export const TextDialog = ({ row, onClose }: { row: TextRow; onClose: () => void }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Texts>({ ru: row.ru, en: row.en });
  useUnsaved(typed.ru !== row.ru || typed.en !== row.en);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (texts: Parameters<typeof saveAll>[1]) => saveAll(row.key, texts),
    onSuccess: () => {
      showToast({ kind: 'success', heading: translate('admin.texts.saved') });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['texts'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const differing = locales.filter(locale => typed[locale] !== row[locale]);
    mutate(Object.fromEntries(differing.map(locale => [locale, typed[locale]])));
  };
  const fault = faultOf(error, translate);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={translate('admin.texts.edit')}>
      <form onSubmit={submit} noValidate>
        <DialogTitle>{translate('admin.texts.edit')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {row.key}
          </Typography>
          {fault && <Alert severity="error">{fault}</Alert>}
          {locales.map(locale => (
            <TextField
              key={locale}
              autoFocus={locale === locales[0]}
              label={translate(`admin.texts.${locale}`)}
              value={typed[locale]}
              onChange={event => setTyped({ ...typed, [locale]: event.target.value })}
              multiline
              maxRows={6}
              slotProps={{ htmlInput: { lang: locale, maxLength: textMaxLength } }}
            />
          ))}
        </DialogContent>
        <DialogActions>
          {row.changed && (
            <Button disabled={isPending} onClick={() => mutate({ ru: null, en: null })} sx={{ mr: 'auto' }}>
              {translate('admin.texts.back')}
            </Button>
          )}
          <Button onClick={onClose}>{translate('frame.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isPending || (typed.ru === row.ru && typed.en === row.en)}
          >
            {translate('admin.texts.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
