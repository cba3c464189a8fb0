import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import RotateLeftIcon from '@mui/icons-material/RotateLeft';
import RotateRightIcon from '@mui/icons-material/RotateRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { captionMaxLength } from '../../../contract/limits.ts';
import type { Image, ImageChange } from '../../../contract/shapes/accident.ts';
import { CopyButton } from '../notes/CopyButton.tsx';

interface Props {
  readonly image: Image;
  readonly index: number;
  readonly total: number;
  readonly busy: boolean;
  /** The case was taken over. The typed text can only be copied. */
  readonly disabled: boolean;
  /** Caption as typed, saved or not. */
  readonly caption: string;
  readonly onCaption: (caption: string) => void;
  readonly onChange: (change: ImageChange) => void;
}

/** Rotates, moves and names a picture. */
export const ImageTools = ({ image, index, total, busy, disabled, caption, onCaption, onChange }: Props) => {
  const translate = useTranslate();
  const changed = caption.trim() !== image.Caption;
  const save = () => onChange({ Caption: caption.trim() });
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
      disabled={busy || disabled || off}
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
        onChange={event => onCaption(event.target.value)}
        onKeyDown={event => {
          // Arrow keys move the cursor in the text and must not change the picture.
          if (event.key.startsWith('Arrow')) event.stopPropagation();
          if (event.key === 'Enter' && changed && !busy && !disabled) save();
        }}
        slotProps={{ htmlInput: { maxLength: captionMaxLength }, input: { readOnly: disabled } }}
        size="small"
        sx={{ flex: '1 1 16rem' }}
      />
      {disabled ? (
        <CopyButton text={caption} />
      ) : (
        <Button disabled={busy || !changed} onClick={save}>
          {translate('accident.form.save')}
        </Button>
      )}
    </Box>
  );
};
