import { Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Image } from '../../../contract/shapes/accident.ts';
import { formatDuration, formatMoment, formatPosition } from '../../../fields/format.ts';
import { fileSize } from '../formats.ts';
import { useLanguage } from '../useLanguage.ts';

/** Details of a picture: sender, and when the camera took it relative to the crash. */
export const ImageFacts = ({ image, crashMoment }: { image: Image; crashMoment: string }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const sent = translate('accident.images.sent', {
    name: image.AuthorName,
    when: formatMoment(new Date(image.CreatedAt), locale),
  });
  const taken = () => {
    if (image.TakenAt === null) return translate('accident.images.noTime');
    const seconds = (Date.parse(image.TakenAt) - Date.parse(crashMoment)) / 1000;
    return translate(seconds < 0 ? 'accident.images.takenBefore' : 'accident.images.takenAfter', {
      when: formatMoment(new Date(image.TakenAt), locale),
      span: formatDuration(Math.abs(seconds)),
    });
  };
  const place =
    image.Latitude === null || image.Longitude === null ? '' : formatPosition(image.Latitude, image.Longitude, locale);
  const size = `${image.Width} × ${image.Height}, ${fileSize(image.Size, locale)}`;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1, overflowWrap: 'anywhere' }}>
      {[sent, size, taken(), place].filter(Boolean).join(' · ')}
    </Typography>
  );
};
