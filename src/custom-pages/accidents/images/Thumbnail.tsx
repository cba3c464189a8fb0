import BrokenImageOutlinedIcon from '@mui/icons-material/BrokenImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { useImageBlob } from '../../../api/useImageBlob.ts';
import type { Image } from '../../../contract/shapes/accident.ts';

/** Thumbnail that opens the full-size picture. */
export const Thumbnail = ({ image, onOpen }: { image: Image; onOpen: () => void }) => {
  const translate = useTranslate();
  const { url, failed } = useImageBlob('accident-thumbnail', image.Id);
  const open = translate('accident.images.open', { name: image.FileName });
  return (
    <ButtonBase
      onClick={onOpen}
      title={image.Caption || image.FileName}
      aria-label={image.Cut ? `${open}, ${translate('accident.images.cut')}` : open}
      sx={{
        aspectRatio: '4 / 3',
        width: 1,
        overflow: 'hidden',
        position: 'relative',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'action.hover',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      {url && (
        <Box
          component="img"
          src={url}
          alt=""
          sx={{
            width: 1,
            height: 1,
            objectFit: 'cover',
            rotate: `${image.Rotation}deg`,
            scale: image.Rotation % 180 === 0 ? '1' : '1.34',
          }}
        />
      )}
      {!url && !failed && <Skeleton variant="rectangular" width="100%" height="100%" />}
      {image.Cut && (
        <Box
          component="span"
          sx={{
            position: 'absolute',
            inset: 'auto 0 0',
            typography: 'caption',
            bgcolor: 'warning.main',
            color: 'warning.contrastText',
          }}
        >
          {translate('accident.images.cutShort')}
        </Box>
      )}
      {failed && <BrokenImageOutlinedIcon sx={{ color: 'text.disabled' }} />}
    </ButtonBase>
  );
};
