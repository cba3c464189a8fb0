import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, api } from '../../api/client.ts';
import { useUnsaved } from '../../api/unsaved.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import type { CallName } from '../../contract/index.ts';
import { textMaxLength } from '../../contract/limits.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { refusalText } from '../../feedback/refusal.ts';
import { showToast } from '../../feedback/toasts.ts';
import { NothingFound } from '../../screens/list/NothingFound.tsx';

type LegacyPath<Method extends string> = CallName extends infer Name
  ? Name extends `${Method} /api/v${string}`
    ? never
    : Name extends `${Method} /api${infer Path}`
      ? Path
      : never
  : never;

const callWith =
  <Method extends 'GET' | 'POST'>(method: Method) =>
  <Path extends LegacyPath<Method>>(path: Path) =>
    api(`${method} /api${path}` as `${Method} /api${Path}` & CallName);

/** Calls of the first API, without a version in the path: the prefix is `/api`, and only GET and POST exist. */
export const legacyApi = { get: callWith('GET'), post: callWith('POST') } as const;

/** A text in all languages, and whether it differs from the built-in one. */
interface TextRow {
  readonly key: string;
  readonly ru: string;
  readonly en: string;
  readonly isChanged: boolean;
}

const fetchTexts = (id: 'ru' | 'en', onlyChanged: boolean, signal: AbortSignal) =>
  legacyApi.get('/localization/{id}')({ params: { id }, query: { changed: onlyChanged }, signal });

const useTextRows = () =>
  useQuery({
    queryKey: ['texts', 'whole'],
    queryFn: async ({ signal }): Promise<readonly TextRow[]> => {
      const [ru, en, changedRu, changedEn] = await Promise.all([
        fetchTexts('ru', false, signal),
        fetchTexts('en', false, signal),
        fetchTexts('ru', true, signal),
        fetchTexts('en', true, signal),
      ]);
      return Object.keys(ru.Texts)
        .sort()
        .map(key => ({
          key,
          ru: ru.Texts[key] ?? '',
          en: en.Texts[key] ?? '',
          isChanged: key in changedRu.Texts || key in changedEn.Texts,
        }));
    },
  });

const locales = ['ru', 'en'] as const;
type Texts = Pick<TextRow, 'ru' | 'en'>;

const saveTexts = async (key: string, texts: { readonly [L in keyof Texts]?: string | null }): Promise<void> => {
  for (const Locale of locales) {
    const Text = texts[Locale];
    if (Text !== undefined) await legacyApi.post('/uilocalization')({ body: { Locale, Key: key, Text } });
  }
};

/**
 * Returns the server's message about the edited text. Without such a message, returns the general text for the error.
 */
const errorText = (error: unknown, translate: Parameters<typeof refusalText>[1]): string | undefined =>
  (error instanceof ApiError && error.answer?.Errors?.[0]?.Message) || refusalText(error, translate);

const TextDialog = ({ row, onClose }: { row: TextRow; onClose: () => void }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const [typedTexts, setTypedTexts] = useState<Texts>({ ru: row.ru, en: row.en });
  useUnsaved(typedTexts.ru !== row.ru || typedTexts.en !== row.en);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (texts: Parameters<typeof saveTexts>[1]) => saveTexts(row.key, texts),
    onSuccess: () => {
      showToast({ kind: 'success', heading: translate('admin.texts.saved') });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['texts'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const changedLocales = locales.filter(locale => typedTexts[locale] !== row[locale]);
    mutate(Object.fromEntries(changedLocales.map(locale => [locale, typedTexts[locale]])));
  };
  const fault = errorText(error, translate);
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
              value={typedTexts[locale]}
              onChange={event => setTypedTexts({ ...typedTexts, [locale]: event.target.value })}
              multiline
              maxRows={6}
              slotProps={{ htmlInput: { lang: locale, maxLength: textMaxLength } }}
            />
          ))}
        </DialogContent>
        <DialogActions>
          {row.isChanged && (
            <Button disabled={isPending} onClick={() => mutate({ ru: null, en: null })} sx={{ mr: 'auto' }}>
              {translate('admin.texts.back')}
            </Button>
          )}
          <Button onClick={onClose}>{translate('frame.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isPending || (typedTexts.ru === row.ru && typedTexts.en === row.en)}
          >
            {translate('admin.texts.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** Maximum number of texts that the page shows. A user finds the others with the search. */
const maxShownTexts = 100;

const matchesSearch = ({ key, ru, en }: TextRow, search: string): boolean =>
  [key, ru, en].some(text => text.toLowerCase().includes(search));

const TextItem = ({ row: { key, ru, en, isChanged }, onChoose }: { row: TextRow; onChoose: () => void }) => {
  const translate = useTranslate();
  return (
    <Paper component="li">
      <ButtonBase
        onClick={onChoose}
        sx={{
          ...{ width: 1, p: 1.5, display: 'grid', gap: 0.5 },
          ...{ textAlign: 'left', justifyContent: 'stretch', justifyItems: 'start' },
        }}
      >
        <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center', maxWidth: 1 }}>
          <Typography variant="caption" color="textSecondary" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {key}
          </Typography>
          {isChanged && <Chip size="small" label={translate('admin.texts.changed')} />}
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
  );
};

export const TextsPage = () => {
  const translate = useTranslate();
  const { data, isError, refetch } = useTextRows();
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [chosen, choose] = useState<string>();
  if (isError) return <FailureAlert text={translate('admin.texts.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  const searchText = search.trim().toLowerCase();
  const matchingRows = data.filter(
    row => (!onlyChanged || row.isChanged) && (searchText === '' || matchesSearch(row, searchText)),
  );
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
        {translate('admin.texts.shown', {
          n: Math.min(maxShownTexts, matchingRows.length),
          total: matchingRows.length,
        })}
      </Typography>
      {matchingRows.length === 0 && <NothingFound noun={translate('admin.texts.many')} onReset={reset} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {matchingRows.slice(0, maxShownTexts).map(each => (
          <TextItem key={each.key} row={each} onChoose={() => choose(each.key)} />
        ))}
      </Box>
      {row && <TextDialog key={row.key} row={row} onClose={() => choose(undefined)} />}
    </Box>
  );
};
