import { styled } from '@mui/material/styles';
import type { SearchHit } from '../../contract/shapes/search.ts';

const Mark = styled('mark')(({ theme }) => ({
  backgroundColor: 'transparent',
  // Readable on the selected, tinted line too.
  color: theme.palette.mode === 'dark' ? theme.palette.primary.main : theme.palette.primary.dark,
  fontWeight: theme.typography.fontWeightMedium,
}));

/** A text with its matches highlighted. */
export const Marked = ({ text, marks }: { text: string; marks: SearchHit['TitleMarks'] }) => {
  let at = 0;
  const parts = marks.flatMap(([from = 0, to = 0]) => {
    const before = text.slice(at, from);
    at = to;
    return [before, <Mark key={from}>{text.slice(from, to)}</Mark>];
  });
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
};
