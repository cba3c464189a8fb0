import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Notice } from '../../../components/Notice.tsx';
import type { Dossiers } from '../../../contract/shapes/dossier.ts';
import { showFailure } from '../../../feedback/notice.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import { useI18n } from '../../../fields/useI18n.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { DossierVersion } from './DossierVersion.tsx';
import { cancelDossier, downloadDossier, isOpen, makeDossier, useDossiers } from './queries.ts';

interface Props {
  readonly accidentId: number;
  readonly onClose: () => void;
}

/** Versions of an accident's dossier, newest first, and a button for a new version. */
export const DossierDialog = ({ accidentId, onClose }: Props) => {
  const { translate, locale } = useI18n();
  const { query, reread } = useDossiers(accidentId);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const doing = (work: Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    work
      .then(reread)
      .catch((cause: unknown) => {
        setError(cause);
        showFailure(cause, reasonOf(cause, translate));
      })
      .finally(() => setBusy(false));
  };
  const items = query.data?.Items ?? [];
  const unchanged = items.some(({ Current, HasFile, Locale }) => Current && HasFile && Locale === locale);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="dossier-title">
      <DialogTitle id="dossier-title">{translate('dossier.dialog')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('dossier.help')}</DialogContentText>
        <PanelLoaded query={query} skeleton={<SkeletonRows count={2} height={64} />}>
          {({ Items, KeySha256 }: Dossiers) => (
            <>
              {Items.length === 0 && <Notice place="line" title={translate('dossier.empty')} />}
              <Box component="ul" sx={{ m: 0, p: 0 }}>
                {Items.map(version => (
                  <DossierVersion
                    key={version.Number}
                    version={version}
                    busy={busy}
                    onFetch={file => doing(downloadDossier(accidentId, version.Number, file))}
                    onCancel={() => doing(cancelDossier(accidentId, version.Number))}
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
          {unchanged && translate('dossier.unchanged')}
        </Typography>
        <Wordless error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('dossier.close')}</Button>
        <Button
          variant="contained"
          disabled={busy || !query.data || unchanged || items.some(isOpen)}
          onClick={() => doing(makeDossier(accidentId))}
        >
          {translate('dossier.make')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
