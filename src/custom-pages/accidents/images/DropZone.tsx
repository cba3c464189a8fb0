import AddPhotoAlternateOutlinedIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { imageMaxBytes } from '../../../contract/limits.ts';
import { fileSize } from '../formats.ts';
import { useLanguage } from '../useLanguage.ts';
import { filesIn, imageTypes } from './check.ts';

/** Accepts pictures by button, drop, and paste anywhere on the page while mounted. */
export const DropZone = ({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  useEffect(() => {
    if (disabled) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData);
      // Pasted text has no files and is left alone.
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [disabled, onFiles]);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles(filesIn(event.dataTransfer));
  };
  return (
    <Box
      onDragOver={event => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 0.5,
        p: 1.5,
        textAlign: 'center',
        border: 1,
        borderStyle: 'dashed',
        borderRadius: 1,
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : 'transparent',
      }}
    >
      <Button
        startIcon={<AddPhotoAlternateOutlinedIcon />}
        disabled={disabled}
        onClick={() => input.current?.click()}
        variant="outlined"
      >
        {translate('accident.images.choose')}
      </Button>
      <Typography variant="caption" color="text.secondary">
        {translate('accident.images.help', { size: fileSize(imageMaxBytes, locale) })}
      </Typography>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={imageTypes.join(',')}
        onChange={event => {
          onFiles([...(event.target.files ?? [])]);
          // Allows to choose the same file again after a failure.
          event.target.value = '';
        }}
      />
    </Box>
  );
};
