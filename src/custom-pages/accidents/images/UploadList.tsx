import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, IconButton, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useLanguage } from '../useLanguage.ts';
import type { Upload } from './useUploads.ts';

/** Uploads with their progress or failure. */
export const UploadList = ({
  uploads,
  onDismiss,
}: {
  uploads: readonly Upload[];
  onDismiss: (key: number) => void;
}) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
      {uploads.map(({ key, name, share, failure }) =>
        failure === undefined ? (
          <Box key={key}>
            <Box sx={{ display: 'flex', gap: 1 }}>
              <Typography variant="caption" noWrap sx={{ flexGrow: 1 }}>
                {name}
              </Typography>
              <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {share.toLocaleString(locale, { style: 'percent' })}
              </Typography>
            </Box>
            <LinearProgress
              variant={share < 1 ? 'determinate' : 'indeterminate'}
              value={share * 100}
              aria-label={translate('accident.images.sending', { name })}
            />
          </Box>
        ) : (
          <Alert
            key={key}
            severity="error"
            variant="outlined"
            sx={{ overflowWrap: 'anywhere' }}
            action={
              <IconButton size="small" aria-label={translate('accident.images.dismiss')} onClick={() => onDismiss(key)}>
                <CloseIcon fontSize="small" />
              </IconButton>
            }
          >
            {name}: {failure}
          </Alert>
        ),
      )}
    </Box>
  );
};
