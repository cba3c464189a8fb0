import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import type { Upload } from './useUploads.ts';

interface Props {
  readonly uploads: readonly Upload[];
  readonly onRetry: (upload: Upload) => void;
  readonly onDismiss: (key: number) => void;
}

const OnItsWay = ({ upload: { file, share, waiting } }: { upload: Upload }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Typography variant="caption" noWrap sx={{ flexGrow: 1 }}>
          {file.name}
        </Typography>
        <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {waiting ? translate('accident.images.waiting') : share.toLocaleString(locale, { style: 'percent' })}
        </Typography>
      </Box>
      <LinearProgress
        variant={share < 1 ? 'determinate' : 'indeterminate'}
        color={waiting ? 'warning' : 'primary'}
        value={share * 100}
        aria-label={translate('accident.images.sending', { name: file.name })}
      />
    </Box>
  );
};

/** Uploads with their progress or failure. */
export const UploadList = ({ uploads, onRetry, onDismiss }: Props) => {
  const translate = useTranslate();
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
      {uploads.map(upload =>
        upload.failures === undefined ? (
          <OnItsWay key={upload.key} upload={upload} />
        ) : (
          <Alert
            key={upload.key}
            severity="error"
            variant="outlined"
            sx={{ '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
            action={
              <>
                {!upload.isFinal && (
                  <Button size="small" color="inherit" onClick={() => onRetry(upload)}>
                    {translate('accident.images.retry')}
                  </Button>
                )}
                <IconButton
                  size="small"
                  aria-label={translate('accident.images.dismiss')}
                  onClick={() => onDismiss(upload.key)}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              </>
            }
          >
            {/* The server's reasons name the file themselves. */}
            {!upload.failures.some(failure => failure.includes(upload.file.name)) && upload.file.name}
            {upload.failures.map(failure => (
              <Typography key={failure} variant="body2">
                {failure}
              </Typography>
            ))}
          </Alert>
        ),
      )}
    </Box>
  );
};
