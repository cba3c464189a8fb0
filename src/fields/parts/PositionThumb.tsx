import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { formatPosition } from '../format.ts';
import type { PositionValue } from '../value.ts';
import { useWords } from '../words.ts';

/** Where it was, as a schematic: a graticule with the point at its crossing. Stands in for a static map. */
export const PositionThumb = ({ at }: { at: PositionValue | undefined }) => {
  const { locale, translate } = useWords();
  const { palette } = useTheme();
  const text = at ? formatPosition(at.latitude, at.longitude, locale) : translate('lists.noPosition');
  return (
    <Box
      sx={{
        position: 'relative',
        bgcolor: 'background.default',
        borderRadius: 1,
        overflow: 'hidden',
        aspectRatio: '3',
      }}
    >
      <Box
        component="svg"
        viewBox="0 0 300 100"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
        sx={{ width: 1, height: 1 }}
      >
        <g fill="none" stroke={palette.divider}>
          <path d="M0 20Q150 12 300 20M0 50Q150 42 300 50M0 80Q150 72 300 80" />
          <path d="M50 0Q46 50 50 100M100 0Q98 50 100 100M200 0Q202 50 200 100M250 0Q254 50 250 100" />
        </g>
        {at && (
          <g fill="none" stroke={palette.text.secondary} strokeWidth={1.5}>
            <path d="M150 22V38M150 54V70M126 46H142M158 46H174" />
            <circle cx={150} cy={46} r={12} />
            <circle cx={150} cy={46} r={3} fill={palette.text.primary} stroke="none" />
          </g>
        )}
      </Box>
      <Box
        sx={{
          position: 'absolute',
          insetInline: 0,
          bottom: 0,
          p: 0.5,
          textAlign: 'center',
          typography: 'caption',
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {text}
      </Box>
    </Box>
  );
};
