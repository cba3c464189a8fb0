import ButtonBase from '@mui/material/ButtonBase';
import { alpha, styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const Line = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-start',
  width: '100%',
  minHeight: theme.spacing(4.5),
  padding: theme.spacing(0.5, 1.5),
  borderRadius: theme.shape.borderRadius,
  color: theme.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
  '&.Mui-focusVisible': { outlineOffset: -2 },
  '&[data-active]': {
    backgroundColor: alpha(theme.palette.primary.main, 0.1),
    color: theme.palette.mode === 'dark' ? theme.palette.primary.main : theme.palette.primary.dark,
    fontWeight: theme.typography.fontWeightMedium,
  },
})) as typeof ButtonBase;

interface Props {
  readonly to: string;
  /** One is on this page or below it. */
  readonly active: boolean;
  readonly title?: string;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A line of a menu: a real link, marked while its page is open. */
export const MenuLink = ({ to, active, title, onFollow, children }: Props) => (
  <Line
    component={Link}
    to={to}
    title={title}
    onClick={onFollow}
    data-active={active || undefined}
    aria-current={active ? 'page' : undefined}
  >
    {children}
  </Line>
);
