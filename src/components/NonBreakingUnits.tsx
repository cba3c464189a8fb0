import Box from '@mui/material/Box';

const nowrap = { whiteSpace: 'nowrap' } as const;

/** A text whose units do not wrap at the slash, as some browsers do. */
export const NonBreakingUnits = ({ text }: { text: string }) =>
  text.split(/(\S*\/\S*)/).map((piece, index) =>
    piece.includes('/') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
      <Box component="span" key={index} sx={nowrap}>
        {piece}
      </Box>
    ) : (
      piece
    ),
  );
