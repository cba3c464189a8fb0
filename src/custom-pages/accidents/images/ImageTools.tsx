import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import RotateLeftIcon from '@mui/icons-material/RotateLeft';
import RotateRightIcon from '@mui/icons-material/RotateRight';
import { Box, Button, IconButton, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useUnsaved } from '../../../api/unsaved.ts';
import { captionMaxLength } from '../../../contract/limits.ts';
import type { Image, ImageChange } from '../../../contract/shapes/accident.ts';

interface Props {
  readonly image: Image;
  readonly index: number;
  readonly total: number;
  readonly busy: boolean;
  readonly onChange: (change: ImageChange) => void;
}

/** Turns, moves and names a picture. */
export const ImageTools = ({ image, index, total, busy, onChange }: Props) => {
  const translate = useTranslate();
  const [caption, setCaption] = useState(image.Caption);
  const changed = caption.trim() !== image.Caption;
  useUnsaved(changed);
  const turn = (by: number) => onChange({ Rotation: ((image.Rotation + by + 360) % 360) as 0 | 90 | 180 | 270 });
  const tool = (
    name: 'turnLeft' | 'turnRight' | 'earlier' | 'later',
    Icon: typeof RotateLeftIcon,
    act: () => void,
    off = false,
  ) => (
    <IconButton
      aria-label={translate(`accident.images.${name}`)}
      title={translate(`accident.images.${name}`)}
      disabled={busy || off}
      onClick={act}
    >
      <Icon />
    </IconButton>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pt: 1 }}>
      {tool('turnLeft', RotateLeftIcon, () => turn(-90))}
      {tool('turnRight', RotateRightIcon, () => turn(90))}
      {tool('earlier', ArrowBackIcon, () => onChange({ Position: index }), index === 0)}
      {tool('later', ArrowForwardIcon, () => onChange({ Position: index + 2 }), index === total - 1)}
      <TextField
        label={translate('accident.images.caption')}
        value={caption}
        onChange={event => setCaption(event.target.value)}
        onKeyDown={event => {
          // Arrow keys belong to the text here, not to the pictures.
          event.stopPropagation();
          if (event.key === 'Enter' && changed) onChange({ Caption: caption.trim() });
        }}
        slotProps={{ htmlInput: { maxLength: captionMaxLength } }}
        size="small"
        sx={{ flex: '1 1 16rem' }}
      />
      <Button disabled={busy || !changed} onClick={() => onChange({ Caption: caption.trim() })}>
        {translate('accident.form.save')}
      </Button>
    </Box>
  );
};
