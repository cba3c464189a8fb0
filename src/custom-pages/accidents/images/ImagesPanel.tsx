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
import { useImageBlob } from '../../../api/pictures.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { DropArea } from '../../../components/DropArea.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { captionMaxLength, imageMaxBytes } from '../../../contract/limits.ts';
import type { AccidentDetail, Image, ImageChange, RelatedAccident } from '../../../contract/shapes/accident.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { formatFileSize } from '../formats.ts';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { CopyButton } from '../notes/CopyButton.tsx';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useAfterWrite, useDuplicates, useImages } from '../queries.ts';
import { DuplicateHeading } from '../RelatedCases.tsx';
import { useMayEdit } from '../useMayEdit.ts';
import { filesIn, imageTypes } from './check.ts';
import { Lightbox } from './Lightbox.tsx';
import { UploadsContainer, useSendImages } from './PageUploads.tsx';

interface Props {
  readonly image: Image;
  readonly index: number;
  readonly total: number;
  readonly busy: boolean;
  /** True if another operator took over the accident. The typed caption can then only be copied. */
  readonly disabled: boolean;
  /** The typed caption, which may not be saved yet. */
  readonly caption: string;
  readonly onCaptionChange: (caption: string) => void;
  readonly onChange: (change: ImageChange) => void;
}

const ImageTools = ({ image, index, total, busy, disabled, caption, onCaptionChange, onChange }: Props) => {
  const translate = useTranslate();
  const isChanged = caption.trim() !== image.Caption;
  const save = () => onChange({ Caption: caption.trim() });
  const rotate = (degrees: number) =>
    onChange({ Rotation: ((image.Rotation + degrees + 360) % 360) as 0 | 90 | 180 | 270 });
  const renderTool = (
    name: 'turnLeft' | 'turnRight' | 'earlier' | 'later',
    Icon: typeof RotateLeftIcon,
    onPress: () => void,
    isOff = false,
  ) => (
    <IconButton
      aria-label={translate(`accident.images.${name}`)}
      title={translate(`accident.images.${name}`)}
      disabled={busy || disabled || isOff}
      onClick={onPress}
    >
      <Icon />
    </IconButton>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pt: 1 }}>
      {renderTool('turnLeft', RotateLeftIcon, () => rotate(-90))}
      {renderTool('turnRight', RotateRightIcon, () => rotate(90))}
      {renderTool('earlier', ArrowBackIcon, () => onChange({ Position: index }), index === 0)}
      {renderTool('later', ArrowForwardIcon, () => onChange({ Position: index + 2 }), index === total - 1)}
      <TextField
        label={translate('accident.images.caption')}
        value={caption}
        onChange={event => onCaptionChange(event.target.value)}
        onKeyDown={event => {
          // Arrow keys move the cursor in the caption. They must not open the next picture.
          if (event.key.startsWith('Arrow')) event.stopPropagation();
          if (event.key === 'Enter' && isChanged && !busy && !disabled) save();
        }}
        slotProps={{ htmlInput: { maxLength: captionMaxLength }, input: { readOnly: disabled } }}
        sx={{ flex: '1 1 16rem' }}
      />
      {disabled ? (
        <CopyButton getText={() => caption} />
      ) : (
        <Button disabled={busy || !isChanged} onClick={save}>
          {translate('accident.form.save')}
        </Button>
      )}
    </Box>
  );
};

const Thumbnail = ({ image, onOpen }: { image: Image; onOpen: () => void }) => {
  const translate = useTranslate();
  const { url, failed } = useImageBlob('accident-thumbnail', image.Id);
  const openLabel = translate('accident.images.open', { name: image.FileName });
  return (
    <ButtonBase
      onClick={onOpen}
      title={image.Caption || image.FileName}
      aria-label={image.Cut ? `${openLabel}, ${translate('accident.images.cut')}` : openLabel}
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
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const isTouchScreen = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // An empty input lets the user choose the same file again after a failure.
    event.target.value = '';
  };
  const fileInputProps = { type: 'file', hidden: true, onChange } as const;
  return (
    <DropArea disabled={disabled} onDrop={data => onFiles(filesIn(data))}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
        <Button
          startIcon={<AddPhotoAlternateOutlinedIcon />}
          disabled={disabled}
          onClick={() => fileInput.current?.click()}
          variant="outlined"
        >
          {translate('accident.images.choose')}
        </Button>
        {isTouchScreen && (
          <Button
            startIcon={<PhotoCameraOutlinedIcon />}
            disabled={disabled}
            onClick={() => cameraInput.current?.click()}
            variant="outlined"
          >
            {translate('accident.images.camera')}
          </Button>
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('accident.images.help', { size: formatFileSize(imageMaxBytes, locale) })}
      </Typography>
      <input {...fileInputProps} ref={fileInput} multiple accept={imageTypes.join(',')} />
      <input {...fileInputProps} ref={cameraInput} accept="image/*" capture="environment" />
    </DropArea>
  );
};

const useImageMutations = (accidentId: number) => {
  const provider = useProvider();
  const afterWrite = useAfterWrite(accidentId);
  const callbacks = { onSuccess: () => afterWrite.refetchNested('images'), onError: useReportWriteFailure() };
  const meta = { ownerId: accidentId };
  const change = useMutation({
    mutationFn: ({ id, ...data }: ImageChange & { readonly id: number }) =>
      provider.update<Image & { id: number }>('accidents.images', { id, data, previousData: { id } as never, meta }),
    ...callbacks,
  });
  const remove = useMutation({
    mutationFn: (id: number) => provider.delete('accidents.images', { id, meta }),
    ...callbacks,
  });
  return { change, remove };
};

const Thumbnails = ({ images, onOpen }: { images: readonly Image[]; onOpen: (index: number) => void }) => (
  <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))' }}>
    {images.map((image, position) => (
      <Thumbnail key={image.Id} image={image} onOpen={() => onOpen(position)} />
    ))}
  </Box>
);

const Gallery = ({ accident, images }: { accident: AccidentDetail; images: readonly Image[] }) => {
  const translate = useTranslate();
  const { hasLease } = useLease();
  const mayEdit = useMayEdit();
  const [index, setIndex] = useState<number>();
  const [confirmOpen, setConfirmOpen] = useState(false);
  const { change, remove } = useImageMutations(accident.Id);
  // Unsaved captions by picture id. They survive when the user opens another picture, closes the viewer, or loses the
  // lease to another operator.
  const [captions, setCaptions] = useState<ReadonlyMap<number, string>>(new Map());
  const captionOf = ({ Id, Caption }: Image) => captions.get(Id) ?? Caption;
  const isCaptionChanged = (image: Image) => captionOf(image).trim() !== image.Caption;
  useUnsaved(images.some(isCaptionChanged));
  const openImage = index === undefined ? undefined : images[index];
  return (
    <>
      <Thumbnails images={images} onOpen={setIndex} />
      {openImage && index !== undefined && (
        <Lightbox
          images={images}
          index={index}
          crash={accident}
          deletable={hasLease && mayEdit(openImage.AuthorId)}
          tools={
            <>
              <UnreadableResponse error={change.error ?? remove.error} />
              {(hasLease || isCaptionChanged(openImage)) && (
                <ImageTools
                  image={openImage}
                  index={index}
                  total={images.length}
                  busy={change.isPending}
                  disabled={!hasLease}
                  caption={captionOf(openImage)}
                  onCaptionChange={caption => setCaptions(new Map(captions).set(openImage.Id, caption))}
                  onChange={imageChange => {
                    change.mutate({ id: openImage.Id, ...imageChange });
                    if (imageChange.Position !== undefined) setIndex(imageChange.Position - 1);
                  }}
                />
              )}
            </>
          }
          onIndex={setIndex}
          onDelete={() => setConfirmOpen(true)}
          onClose={() => setIndex(undefined)}
        />
      )}
      <ConfirmDialog
        open={confirmOpen}
        title={translate('accident.images.deleteTitle')}
        text={translate('accident.images.deleteHelp', { name: openImage?.FileName ?? '' })}
        confirmLabel={translate('accident.images.delete')}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => openImage && remove.mutate(openImage.Id, { onSuccess: () => setIndex(undefined) })}
      />
    </>
  );
};

/** Pictures of a duplicate. They are changed on its own page. */
const DuplicateImages = ({ accident, duplicate }: { accident: AccidentDetail; duplicate: RelatedAccident }) => {
  const { data = [] } = useImages(duplicate.Id);
  const [index, setIndex] = useState<number>();
  if (data.length === 0) return null;
  return (
    <Box>
      <DuplicateHeading duplicate={duplicate} />
      <Thumbnails images={data} onOpen={setIndex} />
      {index !== undefined && data[index] && (
        <Lightbox
          images={data}
          index={index}
          crash={accident}
          deletable={false}
          tools={null}
          onIndex={setIndex}
          onDelete={() => undefined}
          onClose={() => setIndex(undefined)}
        />
      )}
    </Box>
  );
};

export const ImagesPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { hasLease } = useLease();
  const images = useImages(accident.Id);
  const sendImages = useSendImages();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <NeedsLock>
          <DropZone disabled={!hasLease} onFiles={sendImages} />
        </NeedsLock>
        <UploadsContainer />
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
      {useDuplicates(accident.Id).map(duplicate => (
        <DuplicateImages key={duplicate.Id} {...{ accident, duplicate }} />
      ))}
    </Box>
  );
};
