import AddPhotoAlternateOutlinedIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import PhotoCameraOutlinedIcon from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ChangeEvent, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { DropArea } from '../../../components/DropArea.tsx';
import { imageMaxBytes } from '../../../contract/limits.ts';
import { fileSize } from '../formats.ts';
import { useLanguage } from '../useLanguage.ts';
import { filesIn, imageTypes } from './check.ts';

/** Accepts pictures by button, by drop, and on touch screens from the camera. */
export const DropZone = ({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const touch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Lets the user choose the same file again after a failure.
    event.target.value = '';
  };
  const picker = { type: 'file', hidden: true, onChange } as const;
  return (
    <DropArea disabled={disabled} onDrop={dropped => onFiles(filesIn(dropped))}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
        <Button
          startIcon={<AddPhotoAlternateOutlinedIcon />}
          disabled={disabled}
          onClick={() => input.current?.click()}
          variant="outlined"
        >
          {translate('accident.images.choose')}
        </Button>
        {touch && (
          <Button
            startIcon={<PhotoCameraOutlinedIcon />}
            disabled={disabled}
            onClick={() => camera.current?.click()}
            variant="outlined"
          >
            {translate('accident.images.camera')}
          </Button>
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('accident.images.help', { size: fileSize(imageMaxBytes, locale) })}
      </Typography>
      <input {...picker} ref={input} multiple accept={imageTypes.join(',')} />
      <input {...picker} ref={camera} accept="image/*" capture="environment" />
    </DropArea>
  );
};
