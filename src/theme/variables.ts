import { alpha, type Theme } from '@mui/material/styles';
import type {} from './augment.ts';

/**
 * CSS variables of the static styles of frame and lists, under MUI's names. They are a part of MUI's three hundred
 * variables, because each variable must be generated and parsed before the first paint.
 */
export const variables = ({ palette, frame, shape }: Theme) => ({
  '--mui-palette-background-default': palette.background.default,
  '--mui-palette-background-paper': palette.background.paper,
  '--mui-palette-divider': palette.divider,
  '--mui-palette-text-primary': palette.text.primary,
  '--mui-palette-text-secondary': palette.text.secondary,
  '--mui-palette-text-disabled': palette.text.disabled,
  '--mui-palette-primary-main': palette.primary.main,
  '--mui-palette-primary-contrastText': palette.primary.contrastText,
  '--mui-palette-error-main': palette.error.main,
  '--mui-palette-action-hover': palette.action.hover,
  '--mui-palette-action-selected': palette.action.selected,
  '--wait-old': alpha(palette.severity.minor, 0.4),
  '--wait-very-old': palette.severity.minor,
  '--mui-shape-borderRadius': `${shape.borderRadius}px`,
  '--active-background': alpha(palette.primary.main, 0.1),
  '--active-text': palette.mode === 'dark' ? palette.primary.main : palette.primary.dark,
  '--field-line': alpha(palette.text.secondary, 0.72),
  '--frame-header': `${frame.header}px`,
  '--frame-subheader': `${frame.subheader}px`,
  '--frame-aside': `${frame.aside}px`,
  '--frame-aside-mini': `${frame.asideMini}px`,
  '--frame-accordion': `${frame.accordionMs}ms`,
  '--frame-row': `${frame.row}px`,
});
