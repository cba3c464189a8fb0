import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  readonly icon?: typeof SvgIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly detail?: string;
  readonly action?: ReactNode;
  /**
   * Part of the screen that the notice replaces: the whole page (`page`), a list or record (`body`), one of several
   * panels (`panel`). `line` replaces a section and shows the title only.
   */
  readonly area?: 'page' | 'body' | 'panel' | 'line';
  readonly role?: 'alert' | 'status';
}

const headings = { page: 'h1', body: 'h2', panel: 'p' } as const;

/** Replaces missing content: explains the situation and offers the next step. */
export const Notice = ({ icon: Icon, title, text, detail, action, area = 'panel', role }: Props) =>
  area === 'line' ? (
    <Typography color="textSecondary">{title}</Typography>
  ) : (
    <Box
      component={area === 'panel' ? 'div' : Paper}
      role={role}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: area === 'panel' ? 4 : 8,
        overflowWrap: 'anywhere',
      }}
    >
      {Icon && <Icon aria-hidden fontSize="large" sx={{ color: 'text.secondary' }} />}
      <Box component={headings[area]} sx={{ typography: area === 'panel' ? 'h4' : 'h3', m: 0 }}>
        {title}
      </Box>
      {text && <Box sx={{ color: 'text.secondary', maxWidth: area === 'panel' ? '44ch' : '60ch' }}>{text}</Box>}
      {detail && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{detail}</Box>}
      {action && (
        <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>{action}</Box>
      )}
    </Box>
  );
