import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { ControlRoomFigure } from '../../../contract/calls/controlRoom.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { figureListPath } from './query.ts';

interface Props {
  readonly figure: ControlRoomFigure;
  /** Name of the figure for users of screen readers, who do not see the heading beside the figure. */
  readonly label: string;
  /** Explanation of the figure: time window, time zone, and what is counted. */
  readonly about: string;
  readonly large?: boolean;
}

export const FigureLink = ({ figure, label, about, large = false }: Props) => {
  const { locale } = useI18n();
  const text = new Intl.NumberFormat(locale).format(figure.Count);
  return (
    <Tooltip title={about}>
      <MuiLink
        component={Link}
        to={figureListPath(figure)}
        underline="hover"
        aria-label={`${label}: ${text}`}
        sx={{
          color: 'text.primary',
          fontVariantNumeric: 'tabular-nums',
          display: 'inline-block',
          minWidth: 24,
          minHeight: 24,
          ...(large ? { typography: 'h1' } : { lineHeight: '24px' }),
        }}
      >
        {text}
      </MuiLink>
    </Tooltip>
  );
};

/** A title whose tooltip explains how the numbers below it are counted. The title can get the keyboard focus. */
export const ExplainedTitle = ({ title, about }: { title: string; about: string }) => (
  <Tooltip title={about}>
    <Typography
      variant="h3"
      component="h3"
      tabIndex={0}
      sx={{ width: 'fit-content', mb: 1, textDecoration: 'underline dotted', textUnderlineOffset: 4, cursor: 'help' }}
    >
      {title}
    </Typography>
  </Tooltip>
);
