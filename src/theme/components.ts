import { alpha, type Theme, type ThemeOptions } from '@mui/material/styles';

/**
 * CSS variables for the static styles of the frame and of lists, under MUI's names. MUI has three hundred variables.
 * Only the ones used are generated, because each variable costs time before the first paint.
 */
export const cssVariables = ({ palette, frame, shape }: Theme) => ({
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
  '--frame-header': `${frame.headerHeight}px`,
  '--frame-subheader': `${frame.subheaderHeight}px`,
  '--frame-aside': `${frame.asideWidth}px`,
  '--frame-aside-mini': `${frame.asideMiniWidth}px`,
  '--frame-accordion': `${frame.accordionMs}ms`,
  '--frame-row': `${frame.rowHeight}px`,
});

const flatPaperProps = { elevation: 0, variant: 'outlined' } as const;

/** Places the label above a field, and the error and help text below. Nothing moves while the user types. */
export const labelAboveStyles = (theme: Theme) =>
  ({
    '& > .MuiInputLabel-root': {
      ...theme.typography.subtitle2,
      position: 'static',
      transform: 'none',
      maxWidth: 'none',
      marginBottom: theme.spacing(0.75),
      whiteSpace: 'normal',
      '&, &.Mui-focused': { color: theme.palette.text.primary },
      '&.Mui-error': { color: theme.palette.error.main },
      '&.Mui-disabled': { color: theme.palette.text.secondary },
    },
    '& .MuiOutlinedInput-notchedOutline, & .MuiPickersOutlinedInput-notchedOutline': {
      top: 0,
      '& > legend': { display: 'none' },
    },
    '& > .MuiFormHelperText-root': { marginInline: 0 },
  }) as const;

/** Common style of MUI components: borders instead of shadows, one focus ring, tabular digits in tables. */
export const components: ThemeOptions['components'] = {
  MuiCssBaseline: {
    styleOverrides: theme => ({
      ':root': { colorScheme: theme.palette.mode, ...cssVariables(theme) },
      html: { backgroundColor: theme.palette.background.default },
      body: { fontSize: theme.typography.body2.fontSize, fontFeatureSettings: '"cv05", "ss03"' },
      ':focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // `none` is used instead of a short duration. With a duration, every property of every element would fire
          // three transition events.
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: { root: { minHeight: 36, paddingInline: 14 } },
  },
  MuiPaper: { defaultProps: flatPaperProps, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDrawer: { defaultProps: { elevation: 0, slotProps: { paper: { variant: 'elevation' } } } },
  MuiPopover: { styleOverrides: { paper: ({ theme }) => ({ border: `1px solid ${theme.palette.divider}` }) } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderColor: theme.palette.divider,
        fontVariantNumeric: 'tabular-nums',
        padding: theme.spacing(0.5, 1.5),
        height: theme.frame.rowHeight,
      }),
      sizeSmall: ({ theme }) => ({ height: `calc(${theme.frame.rowHeight}px - ${theme.spacing(0.5)})` }),
      head: ({ theme }) => ({
        color: theme.palette.text.secondary,
        backgroundColor: theme.palette.background.paper,
        fontWeight: 500,
        fontSize: theme.typography.caption.fontSize,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: theme.palette.background.paper }),
      // WCAG demands a contrast of 3:1 for a field's border. The colour of dividers does not have it.
      notchedOutline: ({ theme }) => ({ borderColor: alpha(theme.palette.text.secondary, 0.72) }),
    },
  },
  MuiTextField: { defaultProps: { size: 'small' }, styleOverrides: { root: ({ theme }) => labelAboveStyles(theme) } },
  // MUI's own skeletons are brighter than everything around them in the dark theme.
  MuiSkeleton: {
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: alpha(theme.palette.text.primary, 0.07) }) },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    // Tooltips are opaque, so that the page below does not show through the text.
    styleOverrides: {
      tooltip: ({ theme }) => ({
        ...theme.typography.caption,
        backgroundColor: theme.palette.mode === 'dark' ? theme.palette.grey[700] : theme.palette.grey[900],
      }),
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiDialogTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2, overflowWrap: 'anywhere' }) } },
  // The main action ends at the right edge of the fields above it.
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: ({ theme }) => ({ flexWrap: 'wrap', gap: theme.spacing(1), padding: theme.spacing(0, 3, 2) }),
    },
  },
};
