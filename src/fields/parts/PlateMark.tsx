import { styled } from '@mui/material/styles';
import { Code } from './Figure.tsx';

const Mark = styled(Code)(({ theme }) => ({
  display: 'inline-flex',
  verticalAlign: 'middle',
  maxWidth: '100%',
  overflow: 'hidden',
  border: `1px solid ${theme.palette.text.secondary}`,
  borderRadius: theme.shape.borderRadius,
  lineHeight: theme.spacing(2.75),
  fontWeight: theme.typography.fontWeightMedium,
  '& > span': { padding: theme.spacing(0, 0.75), overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > span:not(:last-of-type)': { flex: 'none' },
  '& > span + span': { borderLeft: `1px solid ${theme.palette.text.secondary}`, flex: 'none' },
}));

/** Series and region of a Russian plate, written in either alphabet; a foreign one stays whole. */
const russian = /^(\p{L}\d{3}\p{L}{2}|\p{L}{2}\d{3,4}|\d{4}\p{L}{2})(\d{2,3})$/u;

export const PlateMark = ({ children }: { children: string }) => {
  const [, series, region] = russian.exec(children.replace(/\s/g, '')) ?? [];
  return (
    <Mark title={children}>
      <span>{series ?? children}</span>
      {region && <span>{region}</span>}
    </Mark>
  );
};
