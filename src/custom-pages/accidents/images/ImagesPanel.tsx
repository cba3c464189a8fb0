import PhotoLibraryOutlinedIcon from '@mui/icons-material/PhotoLibraryOutlined';
import { Box } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import type { AccidentDetail, Image } from '../../../contract/shapes/accident.ts';
import { useLease, useRefusal } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { useMay } from '../may.ts';
import { Loaded, Rows } from '../Panel.tsx';
import { useImages, useWritten } from '../queries.ts';
import { DropZone } from './DropZone.tsx';
import { Lightbox } from './Lightbox.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import { UploadList } from './UploadList.tsx';
import { useUploads } from './useUploads.ts';

const Gallery = ({ accident, images }: { accident: AccidentDetail; images: readonly Image[] }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const may = useMay();
  const refusal = useRefusal();
  const written = useWritten(accident.Id);
  const [index, setIndex] = useState<number>();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: (imageId: number) =>
      api('DELETE /api/v2/Accident/{id}/images/{imageId}', { params: { id: accident.Id, imageId } }),
    onSuccess: () => {
      setIndex(undefined);
      written.list('images');
    },
    onError: refusal,
  });
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
          crashMoment={accident.CrashDateTime}
          deletable={mine && may(open.AuthorId)}
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
        onConfirm={() => open && remove.mutate(open.Id)}
      />
    </>
  );
};

export const ImagesPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const images = useImages(accident.Id);
  const { uploads, add, dismiss } = useUploads(accident.Id, images.data?.length ?? 0);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <NeedsLock>
        <DropZone disabled={!mine} onFiles={add} />
      </NeedsLock>
      {uploads.length > 0 && <UploadList uploads={uploads} onDismiss={dismiss} />}
      <Loaded query={images} skeleton={<Rows count={2} height={96} />}>
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
      </Loaded>
    </Box>
  );
};
