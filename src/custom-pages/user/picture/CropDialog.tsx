import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import { CropWindow } from './CropWindow.tsx';
import { clampCrop, maxZoom, wholeCrop } from './crop.ts';
import { cropToFile } from './cropToFile.ts';
import { Preview } from './Preview.tsx';

interface Props {
  readonly picture: ImageBitmap;
  readonly sending: boolean;
  /** Error of the last failed save. */
  readonly error: unknown;
  readonly onCancel: () => void;
  readonly onDone: (file: File) => void;
  /** Called if this browser cannot crop the picture. */
  readonly onFailed: () => void;
}

/** Chooses a square crop of a picture, with previews. */
export const CropDialog = ({ picture, sending, error, onCancel, onDone, onFailed }: Props) => {
  const translate = useTranslate();
  const id = useId();
  const [crop, setCrop] = useState(wholeCrop);
  useUnsaved(true);
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{translate('user.picture.crop')}</DialogTitle>
      <DialogContent>
        <CropWindow picture={picture} crop={crop} onChange={setCrop} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 2 }}>
          <Box sx={{ flex: 1, px: 1 }}>
            <Typography variant="subtitle2" component="p" id={`${id}-zoom`}>
              {translate('user.picture.zoom')}
            </Typography>
            <Slider
              size="small"
              min={1}
              max={maxZoom}
              step={0.05}
              value={crop.zoom}
              aria-labelledby={`${id}-zoom`}
              onChange={(_, zoom) => setCrop(before => clampCrop(picture, { ...before, zoom: Number(zoom) }))}
            />
          </Box>
          <Preview picture={picture} crop={crop} side={9} />
          <Preview picture={picture} crop={crop} side={4} />
        </Box>
        <Wordless error={error} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onCancel}>{translate('user.cancel')}</Button>
        <Button
          variant="contained"
          disabled={sending}
          onClick={() => void cropToFile(picture, crop).then(onDone, onFailed)}
        >
          {translate(sending ? 'user.saving' : 'user.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
