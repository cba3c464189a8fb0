import type { MeaningColors } from './palette.ts';

/** Measures of the frame, in pixels. */
interface Frame {
  header: number;
  subheader: number;
  aside: number;
  asideMini: number;
  /** Width of a short form that stands alone on its page. */
  form: number;
  /** Milliseconds the pointer rests on the minimised aside before it opens, and stays away before it closes. */
  hoverOpenMs: number;
  hoverCloseMs: number;
  /** Milliseconds a submenu stays after the pointer has left it. */
  submenuMs: number;
  /** Milliseconds of an accordion's slide and of a collapse. */
  accordionMs: number;
  collapseMs: number;
  /** The way back to the top: offered below this many pixels, made in this many milliseconds. */
  toTopFrom: number;
  toTopMs: number;
  /** Pixels an arrow key scrolls a panel by. */
  keyScroll: number;
  /** Height of a table's row, as dense as was chosen. */
  row: number;
  /** Width of a panel that slides in. */
  panel: number;
}

declare module '@mui/material/styles' {
  interface Palette extends MeaningColors {}
  interface PaletteOptions extends Partial<MeaningColors> {}
  interface Theme {
    frame: Frame;
  }
  interface ThemeOptions {
    frame?: Frame;
  }
}
