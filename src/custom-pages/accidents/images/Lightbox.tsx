import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useImageBlob } from '../../../api/pictures.ts';
import type { AccidentDetail, Image } from '../../../contract/shapes/accident.ts';
import { formatMoment, formatPosition, formatSpan } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { formatFileSize } from '../formats.ts';

type CrashReference = Pick<AccidentDetail, 'CrashDateTime' | 'Latitude' | 'Longitude'>;

const earthRadiusM = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Returns the great-circle distance between two positions in degrees, metres. */
const distanceM = (latitude: number, longitude: number, toLatitude: number, toLongitude: number): number => {
  const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const longitudeTerm =
    Math.cos(radians(latitude)) * Math.cos(radians(toLatitude)) * haversine(toLongitude - longitude);
  return 2 * earthRadiusM * Math.asin(Math.sqrt(haversine(toLatitude - latitude) + longitudeTerm));
};

/** Details of a picture: sender, and when the camera took it relative to the crash. */
export const ImageFacts = ({ image, crash }: { image: Image; crash: CrashReference }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const sentText = translate('accident.images.sent', {
    name: image.AuthorName,
    when: formatMoment(new Date(image.CreatedAt), locale),
  });
  const takenText = () => {
    if (image.TakenAt === null) return translate('accident.images.noTime');
    const seconds = (Date.parse(image.TakenAt) - Date.parse(crash.CrashDateTime)) / 1000;
    return translate(seconds < 0 ? 'accident.images.takenBefore' : 'accident.images.takenAfter', {
      when: formatMoment(new Date(image.TakenAt), locale),
      span: formatSpan(seconds, locale),
    });
  };
  const placeText = () => {
    const { Latitude, Longitude } = image;
    if (Latitude === null || Longitude === null) return translate('accident.images.noPlace');
    const positionText = formatPosition(Latitude, Longitude, locale);
    if (crash.Latitude === null || crash.Longitude === null) return positionText;
    const metres = distanceM(Latitude, Longitude, crash.Latitude, crash.Longitude);
    const [value, unit] = metres < 1000 ? [Math.round(metres / 10) * 10, 'meter'] : [metres / 1000, 'kilometer'];
    const distance = value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
    return translate('accident.images.fromCrash', { place: positionText, distance });
  };
  const sizeText = `${image.Width} × ${image.Height}, ${formatFileSize(image.Size, locale)}`;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1, overflowWrap: 'anywhere' }}>
      {image.Cut && (
        <Box component="strong" sx={{ color: 'warning.main', display: 'block' }}>
          {translate('accident.images.cut')}
        </Box>
      )}
      {[sentText, sizeText, takenText(), placeText()].filter(Boolean).join(' · ')}
    </Typography>
  );
};

interface Props {
  readonly images: readonly Image[];
  readonly index: number;
  readonly crash: CrashReference;
  readonly deletable: boolean;
  /** Buttons and fields that edit the picture. Empty for a user who may not write. */
  readonly tools: ReactNode;
  readonly onIndex: (index: number) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

const Picture = ({ image }: { image: Image }) => {
  const translate = useTranslate();
  const { url, failed } = useImageBlob('accident', image.Id);
  if (failed) return <Typography role="alert">{translate('accident.images.broken')}</Typography>;
  if (!url) return <CircularProgress aria-label={translate('accident.images.loading')} />;
  return (
    <Box
      component="img"
      src={url}
      alt={image.Caption || image.FileName}
      sx={{
        objectFit: 'contain',
        rotate: `${image.Rotation}deg`,
        // A picture rotated by 90° or 270° has its limits of width and height exchanged, because CSS rotation keeps the
        // layout size.
        ...(image.Rotation % 180 === 0 ? { maxWidth: 1, maxHeight: 1 } : { maxWidth: '100cqh', maxHeight: '100cqw' }),
      }}
    />
  );
};

/** Full-size pictures one at a time; arrow keys navigate, Escape closes. */
export const Lightbox = ({ images, index, crash, deletable, tools, onIndex, onDelete, onClose }: Props) => {
  const translate = useTranslate();
  const image = images[index];
  if (!image) return null;
  const showNeighbour = (step: number) => onIndex((index + step + images.length) % images.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') showNeighbour(-1);
    if (key === 'ArrowRight') showNeighbour(1);
  };
  const renderStepButton = (label: string, step: number, Icon: typeof ChevronLeftIcon) => (
    <IconButton aria-label={label} title={label} onClick={() => showNeighbour(step)} disabled={images.length < 2}>
      <Icon />
    </IconButton>
  );
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={onKeyDown}
      slotProps={{ paper: { 'aria-label': translate('accident.images.lightbox') } }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="h4" component="h2" noWrap sx={{ flexGrow: 1 }}>
          {image.Caption || image.FileName}
        </Typography>
        <Typography
          variant="body2"
          aria-live="polite"
          sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {translate('accident.images.position', { index: index + 1, total: images.length })}
        </Typography>
        {deletable && (
          <Button color="error" onClick={onDelete} sx={{ flex: 'none' }}>
            {translate('accident.images.delete')}
          </Button>
        )}
        <IconButton aria-label={translate('accident.images.close')} onClick={onClose} autoFocus>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: '1 1 0',
          minHeight: 0,
          display: 'grid',
          gridTemplate: 'minmax(0, 1fr) / auto minmax(0, 1fr) auto',
          alignItems: 'center',
          px: 0.5,
        }}
      >
        {renderStepButton(translate('accident.images.previous'), -1, ChevronLeftIcon)}
        <Box
          sx={{
            height: 1,
            minHeight: 0,
            containerType: 'size',
            display: 'grid',
            grid: 'minmax(0, 1fr) / minmax(0, 1fr)',
            placeItems: 'center',
            py: 1,
          }}
        >
          <Picture key={image.Id} image={image} />
        </Box>
        {renderStepButton(translate('accident.images.next'), 1, ChevronRightIcon)}
      </Box>
      {tools}
      <ImageFacts image={image} crash={crash} />
    </Dialog>
  );
};
