import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import { CropWindow } from './CropWindow.tsx';
import { type Crop, clampCrop, cropRectangle, maxZoom, wholeCrop } from './crop.ts';

const pixels = 144;

/** The cropped picture at one of its sizes. */
const Preview = ({ picture, crop, side }: { picture: ImageBitmap; crop: Crop; side: number }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    const { left, top, side: from } = cropRectangle(picture, crop);
    pen.imageSmoothingQuality = 'high';
    pen.clearRect(0, 0, pixels, pixels);
    pen.drawImage(picture, left, top, from, from, 0, 0, pixels, pixels);
  }, [picture, crop]);
  return (
    <Box
      component="canvas"
      ref={canvas}
      width={pixels}
      height={pixels}
      aria-hidden
      sx={theme => ({ width: theme.spacing(side), height: theme.spacing(side), borderRadius: 1, flexShrink: 0 })}
    />
  );
};

/** Larger than the server stores, so that quality is lost only once, pixels. */
const sidePx = 640;

/** Resolves to the crop as a file for upload. */
const cropToFile = async (picture: ImageBitmap, crop: Crop): Promise<File> => {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const { left, top, side } = cropRectangle(picture, crop);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures');
  pen.imageSmoothingQuality = 'high';
  // JPEG has no transparency, so the background is white.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, sidePx, sidePx);
  pen.drawImage(picture, left, top, side, side, 0, 0, sidePx, sidePx);
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', 0.92));
  if (!blob) throw new Error('This browser writes no JPEG');
  return new File([blob], 'portrait.jpg', { type: blob.type });
};

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
