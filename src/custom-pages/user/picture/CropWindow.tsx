import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { type Crop, cropRectangle, dragCrop } from './crop.ts';

interface Props {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

const stepPx = 8;
const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: stepPx, y: 0 },
  ArrowRight: { x: -stepPx, y: 0 },
  ArrowUp: { x: 0, y: stepPx },
  ArrowDown: { x: 0, y: -stepPx },
};

/** The crop window. Pointer and arrow keys move the picture under it. */
export const CropWindow = ({ picture, crop, onChange }: Props) => {
  const translate = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const { left, top, side } = cropRectangle(picture, crop);
    pen.clearRect(0, 0, element.width, element.height);
    pen.drawImage(picture, left, top, side, side, 0, 0, element.width, element.height);
  }, [picture, crop]);

  const pull = (x: number, y: number) => onChange(dragCrop(picture, crop, { x, y }, canvas.current?.clientWidth || 1));
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1) pull(event.movementX, event.movementY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    pull(by.x, by.y);
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
