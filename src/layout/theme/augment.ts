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
