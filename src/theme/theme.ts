import { createTheme, type Theme } from '@mui/material/styles';
import type { Density } from '../settings/density.ts';
import type { Mode } from '../settings/mode.ts';
import { components } from './components.ts';
import { dark, light, type SemanticColors } from './palette.ts';

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

/** Height of a table row, pixels. */
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
