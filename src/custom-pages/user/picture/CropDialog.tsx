import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';

interface Crop {
  /** Zoom factor. At 1 the shorter side of the picture fills the crop. */
  readonly zoom: number;
  /** Centre as fractions of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const initialCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

const cropSide = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

const clampToMargin = (value: number, margin: number): number => Math.min(1 - margin, Math.max(margin, value));

/** Returns the nearest crop that lies completely inside the picture. */
export const clampCrop = (size: Size, { zoom, x, y }: Crop): Crop => {
  const clampedZoom = Math.min(maxZoom, Math.max(1, zoom));
  const side = cropSide(size, clampedZoom);
  return { zoom: clampedZoom, x: clampToMargin(x, side / 2 / size.width), y: clampToMargin(y, side / 2 / size.height) };
};

export const cropRectangle = (size: Size, crop: Crop) => {
  const { zoom, x, y } = clampCrop(size, crop);
  const side = cropSide(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
};

/** Returns the crop after a drag by `offset` screen pixels. `windowPx`: width of the crop window on screen. */
export const dragCrop = (
  size: Size,
  crop: Crop,
  offset: { readonly x: number; readonly y: number },
  windowPx: number,
) => {
  const scale = cropSide(size, crop.zoom) / windowPx;
  return clampCrop(size, {
    zoom: crop.zoom,
    x: crop.x - (offset.x * scale) / size.width,
    y: crop.y - (offset.y * scale) / size.height,
  });
};

interface CropWindowProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

const stepPx = 8;
const arrowOffsets: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: stepPx, y: 0 },
  ArrowRight: { x: -stepPx, y: 0 },
  ArrowUp: { x: 0, y: stepPx },
  ArrowDown: { x: 0, y: -stepPx },
};

/** The crop window. Pointer and arrow keys move the picture under it. */
const CropWindow = ({ picture, crop, onChange }: CropWindowProps) => {
  const translate = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { left, top, side } = cropRectangle(picture, crop);
    context.clearRect(0, 0, element.width, element.height);
    context.drawImage(picture, left, top, side, side, 0, 0, element.width, element.height);
  }, [picture, crop]);

  const moveBy = (x: number, y: number) =>
    onChange(dragCrop(picture, crop, { x, y }, canvas.current?.clientWidth || 1));
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1) moveBy(event.movementX, event.movementY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = arrowOffsets[event.key];
    if (!offset) return;
    event.preventDefault();
    moveBy(offset.x, offset.y);
  };
  return (
    <Box
      component="canvas"
      ref={canvas}
      width={640}
      height={640}
      role="application"
      aria-label={translate('user.picture.window')}
      tabIndex={0}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      sx={{
        display: 'block',
        width: 1,
        aspectRatio: '1',
        borderRadius: 1,
        bgcolor: 'action.hover',
        cursor: 'grab',
        touchAction: 'none',
        '&:active': { cursor: 'grabbing' },
      }}
    />
  );
};

const previewPx = 144;

/** Preview of the cropped picture. `side` is its size on screen in units of `theme.spacing`. */
const Preview = ({ picture, crop, side }: { picture: ImageBitmap; crop: Crop; side: number }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { left, top, side: cropSidePx } = cropRectangle(picture, crop);
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, previewPx, previewPx);
    context.drawImage(picture, left, top, cropSidePx, cropSidePx, 0, 0, previewPx, previewPx);
  }, [picture, crop]);
  return (
    <Box
      component="canvas"
      ref={canvas}
      width={previewPx}
      height={previewPx}
      aria-hidden
      sx={theme => ({ width: theme.spacing(side), height: theme.spacing(side), borderRadius: 1, flexShrink: 0 })}
    />
  );
};

/** Side of the uploaded picture, pixels. It is larger than the stored one, so that quality is lost only once. */
const sidePx = 640;

const cropToFile = async (picture: ImageBitmap, crop: Crop): Promise<File> => {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const { left, top, side } = cropRectangle(picture, crop);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency, so the background is white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, sidePx, sidePx);
  context.drawImage(picture, left, top, side, side, 0, 0, sidePx, sidePx);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('This browser writes no JPEG');
  return new File([blob], 'portrait.jpg', { type: blob.type });
};

interface Props {
  readonly picture: ImageBitmap;
  readonly sending: boolean;
  readonly error: unknown;
  readonly onCancel: () => void;
  readonly onDone: (file: File) => void;
  /** Called if this browser cannot crop the picture. */
  readonly onFailed: () => void;
}

export const CropDialog = ({ picture, sending, error, onCancel, onDone, onFailed }: Props) => {
  const translate = useTranslate();
  const id = useId();
  const [crop, setCrop] = useState(initialCrop);
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
              onChange={(_, zoom) => setCrop(previous => clampCrop(picture, { ...previous, zoom: Number(zoom) }))}
            />
          </Box>
          <Preview picture={picture} crop={crop} side={9} />
          <Preview picture={picture} crop={crop} side={4} />
        </Box>
        <UnreadableResponse error={error} />
      </DialogContent>
      <DialogActions>
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
