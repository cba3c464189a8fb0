import { styled } from '@mui/material/styles';

const Pill = styled('span')(({ theme }) => ({
  display: 'inline-block',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.spacing(1.5),
  padding: theme.spacing(0, 1),
  lineHeight: theme.spacing(2.75),
  ...{ fontSize: theme.typography.subtitle2.fontSize },
}));

export const StatusChip = ({ children }: { children: string }) => <Pill title={children}>{children}</Pill>;
