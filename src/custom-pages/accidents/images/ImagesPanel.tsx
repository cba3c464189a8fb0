import AddPhotoAlternateOutlinedIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import BrokenImageOutlinedIcon from '@mui/icons-material/BrokenImageOutlined';
import PhotoCameraOutlinedIcon from '@mui/icons-material/PhotoCameraOutlined';
import PhotoLibraryOutlinedIcon from '@mui/icons-material/PhotoLibraryOutlined';
import RotateLeftIcon from '@mui/icons-material/RotateLeft';
import RotateRightIcon from '@mui/icons-material/RotateRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useImageBlob } from '../../../api/useImageBlob.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { DropArea } from '../../../components/DropArea.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { captionMaxLength, imageMaxBytes } from '../../../contract/limits.ts';
import type { AccidentDetail, Image, ImageChange } from '../../../contract/shapes/accident.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { fileSize } from '../formats.ts';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { CopyButton } from '../notes/CopyButton.tsx';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useAfterWrite, useImages } from '../queries.ts';
import { useMayEdit } from '../useMayEdit.ts';
import { filesIn, imageTypes } from './check.ts';
import { Lightbox } from './Lightbox.tsx';
import { UploadsPlace, useSendImages } from './UploadsHere.tsx';

interface Props {
  readonly image: Image;
  readonly index: number;
  readonly total: number;
  readonly busy: boolean;
  /** True if another operator took over. The typed text can then only be copied. */
  readonly disabled: boolean;
  /** The typed caption, which may not be saved yet. */
  readonly caption: string;
  readonly onCaption: (caption: string) => void;
  readonly onChange: (change: ImageChange) => void;
}

/** Tools that rotate and move a picture and edit its caption. */
const ImageTools = ({ image, index, total, busy, disabled, caption, onCaption, onChange }: Props) => {
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
          // Arrow keys move the cursor in the caption. They must not open the next picture.
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

/** Thumbnail that opens the full-size picture. */
const Thumbnail = ({ image, onOpen }: { image: Image; onOpen: () => void }) => {
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

/** Area that accepts pictures by a button, by drag and drop, and on touch screens from the camera. */
export const DropZone = ({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const touch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // An empty input lets the user choose the same file again after a failure.
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

/** Returns functions that change and delete pictures. */
const useImageCalls = (accidentId: number) => {
  const provider = useProvider();
  const written = useAfterWrite(accidentId);
  const fate = { onSuccess: () => written.nested('images'), onError: useReportWriteFailure() };
  const meta = { of: accidentId };
  const change = useMutation({
    mutationFn: ({ id, ...data }: ImageChange & { readonly id: number }) =>
      provider.update<Image & { id: number }>('accidents.images', { id, data, previousData: { id } as never, meta }),
    ...fate,
  });
  const remove = useMutation({
    mutationFn: (id: number) => provider.delete('accidents.images', { id, meta }),
    ...fate,
  });
  return { change, remove };
};

const Gallery = ({ accident, images }: { accident: AccidentDetail; images: readonly Image[] }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const may = useMayEdit();
  const [index, setIndex] = useState<number>();
  const [asking, setAsking] = useState(false);
  const { change, remove } = useImageCalls(accident.Id);
  // Unsaved captions by picture id. They are kept when the user opens another picture or closes the viewer, and after a
  // takeover.
  const [captions, setCaptions] = useState<ReadonlyMap<number, string>>(new Map());
  const captionOf = ({ Id, Caption }: Image) => captions.get(Id) ?? Caption;
  const isTyped = (image: Image) => captionOf(image).trim() !== image.Caption;
  useUnsaved(images.some(isTyped));
  const open = index === undefined ? undefined : images[index];
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))' }}>
        {images.map((image, at) => (
          <Thumbnail key={image.Id} image={image} onOpen={() => setIndex(at)} />
        ))}
      </Box>
      {open && index !== undefined && (
        <Lightbox
          images={images}
          index={index}
          crash={accident}
          deletable={mine && may(open.AuthorId)}
          tools={
            <>
              <UnreadableResponse error={change.error ?? remove.error} />
              {(mine || isTyped(open)) && (
                <ImageTools
                  image={open}
                  index={index}
                  total={images.length}
                  busy={change.isPending}
                  disabled={!mine}
                  caption={captionOf(open)}
                  onCaption={typed => setCaptions(new Map(captions).set(open.Id, typed))}
                  onChange={changed => {
                    change.mutate({ id: open.Id, ...changed });
                    if (changed.Position !== undefined) setIndex(changed.Position - 1);
                  }}
                />
              )}
            </>
          }
          onIndex={setIndex}
          onDelete={() => setAsking(true)}
          onClose={() => setIndex(undefined)}
        />
      )}
      <ConfirmDialog
        open={asking}
        title={translate('accident.images.deleteTitle')}
        help={translate('accident.images.deleteHelp', { name: open?.FileName ?? '' })}
        action={translate('accident.images.delete')}
        onClose={() => setAsking(false)}
        onConfirm={() => open && remove.mutate(open.Id, { onSuccess: () => setIndex(undefined) })}
      />
    </>
  );
};

export const ImagesPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const images = useImages(accident.Id);
  const send = useSendImages();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <NeedsLock>
          <DropZone disabled={!mine} onFiles={send} />
        </NeedsLock>
        <UploadsPlace />
      </Box>
      <PanelLoaded query={images} skeleton={<SkeletonRows count={2} height={96} />}>
        {list =>
          list.length === 0 ? (
            <Notice
              icon={PhotoLibraryOutlinedIcon}
              title={translate('accident.images.empty')}
              text={translate('accident.images.emptyHelp')}
            />
          ) : (
            <Gallery accident={accident} images={list} />
          )
        }
      </PanelLoaded>
    </Box>
  );
};
