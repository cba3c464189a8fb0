import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Notice } from '../../../components/Notice.tsx';
import type { Dossier, DossierFile, Dossiers } from '../../../contract/shapes/dossier.ts';
import { showFailure } from '../../../feedback/failures.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { formatMoment, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { cancelDossier, downloadDossier, isUnfinished, makeDossier, useDossiers } from './queries.ts';

interface DossierVersionProps {
  readonly version: Dossier;
  readonly busy: boolean;
  readonly onFetch: (file: DossierFile) => void;
  readonly onCancel: () => void;
}

const DossierProgress = ({
  version: { Number: number, Done, Total, State },
  busy,
  onCancel,
}: Omit<DossierVersionProps, 'onFetch'>) => {
  const { translate, locale } = useI18n();
  const text =
    State === 'queued' || Total === null
      ? translate('dossier.queued')
      : translate('dossier.making', { done: formatNumber(Done, 0, locale), total: formatNumber(Total, 0, locale) });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', alignItems: 'center', columnGap: 1 }}>
      <LinearProgress
        {...(Total ? { variant: 'determinate', value: (100 * Done) / Total } : {})}
        aria-label={translate('dossier.number', { number })}
      />
      <Button size="small" disabled={busy} onClick={onCancel}>
        {translate('dossier.cancel')}
      </Button>
      <Typography variant="caption" color="textSecondary">
        {text}
      </Typography>
    </Box>
  );
};

const DossierVersion = ({ version, busy, onFetch, onCancel }: DossierVersionProps) => {
  const { translate, locale } = useI18n();
  const { Number: number, AuthorName, CreatedAt, MadeAt, Current, HasFile, PdfBytes, ZipBytes, ExpiresAt } = version;
  const formatTime = (moment: string) => formatMoment(new Date(moment), locale);
  const formatSize = (bytes: number | null) => formatNumber(Math.max((bytes ?? 0) / 1e6, 0.1), 1, locale);
  const isMade = MadeAt !== null;
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', listStyle: 'none', display: 'grid', gap: 0.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h4" component="h3">
          {translate('dossier.number', { number })} · {version.Locale.toUpperCase()}
        </Typography>
        {isMade && (
          <Chip
            size="small"
            variant="outlined"
            color={Current ? 'success' : 'default'}
            label={translate(Current ? 'dossier.current' : 'dossier.outdated')}
          />
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate('dossier.by', { name: AuthorName, when: formatTime(MadeAt ?? CreatedAt) })}
        {HasFile && ExpiresAt && ` · ${translate('dossier.until', { when: formatTime(ExpiresAt) })}`}
        {isMade && !HasFile && ` · ${translate('dossier.gone')}`}
      </Typography>
      {version.Error && <Typography color="error">{version.Error}</Typography>}
      {isUnfinished(version) && <DossierProgress version={version} busy={busy} onCancel={onCancel} />}
      {HasFile && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onFetch('pdf')}>
            {translate('dossier.pdf', { size: formatSize(PdfBytes) })}
          </Button>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onFetch('zip')}>
            {translate('dossier.zip', { size: formatSize(ZipBytes) })}
          </Button>
        </Box>
      )}
      {version.ManifestSha256 && (
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {translate('dossier.sums')}: {version.ManifestSha256}
        </Typography>
      )}
    </Box>
  );
};

interface Props {
  readonly accidentId: number;
  readonly onClose: () => void;
}

export const DossierDialog = ({ accidentId, onClose }: Props) => {
  const { translate, locale } = useI18n();
  const { query, refetchDossiers } = useDossiers(accidentId);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const runAction = (action: Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    action
      .then(refetchDossiers)
      .catch((cause: unknown) => {
        setError(cause);
        showFailure(cause, reasonOf(cause, translate));
      })
      .finally(() => setBusy(false));
  };
  const items = query.data?.Items ?? [];
  const isUpToDate = items.some(({ Current, HasFile, Locale }) => Current && HasFile && Locale === locale);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="dossier-title">
      <DialogTitle id="dossier-title">{translate('dossier.dialog')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('dossier.help')}</DialogContentText>
        <PanelLoaded query={query} skeleton={<SkeletonRows count={2} height={64} />}>
          {({ Items, KeySha256 }: Dossiers) => (
            <>
              {Items.length === 0 && <Notice area="line" title={translate('dossier.empty')} />}
              <Box component="ul" sx={{ m: 0, p: 0 }}>
                {Items.map(version => (
                  <DossierVersion
                    key={version.Number}
                    version={version}
                    busy={busy}
                    onFetch={file => runAction(downloadDossier(accidentId, version.Number, file))}
                    onCancel={() => runAction(cancelDossier(accidentId, version.Number))}
                  />
                ))}
              </Box>
              {KeySha256 && (
                <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {translate('dossier.keyHelp')} {KeySha256}
                </Typography>
              )}
            </>
          )}
        </PanelLoaded>
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {isUpToDate && translate('dossier.unchanged')}
        </Typography>
        <UnreadableResponse error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('dossier.close')}</Button>
        <Button
          variant="contained"
          disabled={busy || !query.data || isUpToDate || items.some(isUnfinished)}
          onClick={() => runAction(makeDossier(accidentId))}
        >
          {translate('dossier.make')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
