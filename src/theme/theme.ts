import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type { Density } from '../settings/density.ts';
import type { Mode } from '../settings/mode.ts';
import { dark, light, type SemanticColors } from './palette.ts';

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
const labelAboveStyles = (theme: Theme) =>
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
const components: ThemeOptions['components'] = {
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

/** Dimensions of the frame, pixels. */
interface Frame {
  headerHeight: number;
  subheaderHeight: number;
  asideWidth: number;
  asideMiniWidth: number;
  /** Width of a short form on a page of its own, pixels. */
  formWidth: number;
  /**
   * Milliseconds that the pointer must rest on the minimised side menu before it opens, or be away before it closes.
   */
  hoverOpenMs: number;
  hoverCloseMs: number;
  /** Milliseconds that a submenu stays open after the pointer has left. */
  submenuMs: number;
  /** Duration of accordions and collapses, milliseconds. */
  accordionMs: number;
  collapseMs: number;
  /** Scroll position from which the scroll-to-top button is shown, pixels. The button scrolls for `toTopDurationMs`. */
  toTopShownFromPx: number;
  toTopDurationMs: number;
  /** Distance by which an arrow key scrolls a panel, pixels. */
  keyScrollPx: number;
  /** Height of a table row at the chosen density, pixels. */
  rowHeight: number;
  /** Width of a side panel, pixels. */
  panelWidth: number;
}

declare module '@mui/material/styles' {
  interface Palette extends SemanticColors {}
  interface PaletteOptions extends Partial<SemanticColors> {}
  interface Theme {
    frame: Frame;
  }
  interface ThemeOptions {
    frame?: Frame;
  }
}

const fontFamily = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const rowHeightsPx: { readonly [D in Density]: number } = { comfortable: 40, dense: 36 };

const buildTheme = (palette: typeof light | typeof dark, density: Density = 'comfortable'): Theme =>
  createTheme({
    palette: palette as typeof light,
    breakpoints: { values: { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200 } },
    spacing: 8,
    shape: { borderRadius: 4 },
    frame: {
      ...{
        headerHeight: 56,
        subheaderHeight: 48,
        asideWidth: 256,
        asideMiniWidth: 64,
        formWidth: 384,
        panelWidth: 400,
      },
      ...{ hoverOpenMs: 50, hoverCloseMs: 100, submenuMs: 500, accordionMs: 200, collapseMs: 300 },
      ...{ toTopShownFromPx: 300, toTopDurationMs: 600, keyScrollPx: 30, rowHeight: rowHeightsPx[density] },
    },
    typography: {
      fontFamily,
      htmlFontSize: 16,
      fontSize: 14,
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.875rem', lineHeight: 1.43 },
      caption: { fontSize: '0.75rem', lineHeight: 1.4 },
      h1: { fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.3, letterSpacing: '-0.012em' },
      h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.35, letterSpacing: '-0.008em' },
      h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
      h4: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
      h5: { fontSize: '0.875rem', fontWeight: 600 },
      h6: { fontSize: '0.875rem', fontWeight: 600 },
      subtitle1: { fontSize: '0.875rem', fontWeight: 500 },
      subtitle2: { fontSize: '0.8125rem', fontWeight: 500 },
      overline: { fontSize: '0.6875rem', fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.6 },
      button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none' },
    },
    components,
  });

export const themes = { light: buildTheme(light), dark: buildTheme(dark) };

const denseThemes: { -readonly [M in Mode]?: Theme } = {};

export const themeFor = (mode: Mode, density: Density): Theme => {
  if (density === 'comfortable') return themes[mode];
  // Theme with dense rows. It is created on first use, because most users never need it.
  denseThemes[mode] ??= buildTheme(mode === 'dark' ? dark : light, 'dense');
  return denseThemes[mode];
};
