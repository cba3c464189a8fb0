import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { roundMetres } from './grid.ts';

const longestPx = 120;

/** Scale bar of a round number of metres. */
export const MapScale = ({ metresPerPixel }: { metresPerPixel: number }) => {
  const translate = useTranslate();
  const metres = roundMetres(longestPx * metresPerPixel);
  const label =
    metres < 1000
      ? translate('accident.map.metres', { n: metres })
      : translate('accident.map.kilometres', { n: metres / 1000 });
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 8,
        bottom: 8,
        width: metres / metresPerPixel,
        border: 2,
        borderTop: 0,
        borderColor: 'text.secondary',
        px: 0.5,
        typography: 'caption',
        lineHeight: 1.2,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        zIndex: 1,
      }}
    >
      {label}
    </Box>
  );
};
