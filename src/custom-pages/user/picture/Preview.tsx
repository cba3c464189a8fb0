import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { type Crop, cropRectangle } from './crop.ts';

const pixels = 144;

/** The cropped picture at one of its sizes. */
export const Preview = ({ picture, crop, side }: { picture: ImageBitmap; crop: Crop; side: number }) => {
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
