import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { AccidentDetail, Image } from '../../../contract/shapes/accident.ts';
import { formatMoment, formatPosition, formatSpan } from '../../../fields/format.ts';
import { fileSize } from '../formats.ts';
import { useLanguage } from '../useLanguage.ts';

/** Time and place of the crash, which a picture is compared with. */
export type ImageFactsOf = Pick<AccidentDetail, 'CrashDateTime' | 'Latitude' | 'Longitude'>;

const earthM = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Returns the great-circle distance, metres. */
const distanceM = (latitude: number, longitude: number, toLatitude: number, toLongitude: number): number => {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const across = Math.cos(radians(latitude)) * Math.cos(radians(toLatitude)) * half(toLongitude - longitude);
  return 2 * earthM * Math.asin(Math.sqrt(half(toLatitude - latitude) + across));
};

/** Details of a picture: sender, and when the camera took it relative to the crash. */
export const ImageFacts = ({ image, crash }: { image: Image; crash: ImageFactsOf }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const sent = translate('accident.images.sent', {
    name: image.AuthorName,
    when: formatMoment(new Date(image.CreatedAt), locale),
  });
  const taken = () => {
    if (image.TakenAt === null) return translate('accident.images.noTime');
    const seconds = (Date.parse(image.TakenAt) - Date.parse(crash.CrashDateTime)) / 1000;
    return translate(seconds < 0 ? 'accident.images.takenBefore' : 'accident.images.takenAfter', {
      when: formatMoment(new Date(image.TakenAt), locale),
      span: formatSpan(seconds, locale),
    });
  };
  const place = () => {
    const { Latitude, Longitude } = image;
    if (Latitude === null || Longitude === null) return translate('accident.images.noPlace');
    const shown = formatPosition(Latitude, Longitude, locale);
    if (crash.Latitude === null || crash.Longitude === null) return shown;
    const metres = distanceM(Latitude, Longitude, crash.Latitude, crash.Longitude);
    const [value, unit] = metres < 1000 ? [Math.round(metres / 10) * 10, 'meter'] : [metres / 1000, 'kilometer'];
    const distance = value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
    return translate('accident.images.fromCrash', { place: shown, distance });
  };
  const size = `${image.Width} × ${image.Height}, ${fileSize(image.Size, locale)}`;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1, overflowWrap: 'anywhere' }}>
      {image.Cut && (
        <Box component="strong" sx={{ color: 'warning.main', display: 'block' }}>
          {translate('accident.images.cut')}
        </Box>
      )}
      {[sent, size, taken(), place()].filter(Boolean).join(' · ')}
    </Typography>
  );
};
