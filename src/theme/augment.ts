import type { MeaningColors } from './palette.ts';

/** Dimensions of the frame, pixels. */
interface Frame {
  header: number;
  subheader: number;
  aside: number;
  asideMini: number;
  /** Width of a short form on a page of its own, pixels. */
  form: number;
  /** Milliseconds the pointer must rest on the minimised aside before it opens, or be away before it closes. */
  hoverOpenMs: number;
  hoverCloseMs: number;
  /** Milliseconds a submenu stays open after the pointer left. */
  submenuMs: number;
  /** Duration of accordions and collapses, milliseconds. */
  accordionMs: number;
  collapseMs: number;
  /** Scroll-to-top button: shown from this many pixels, scrolls in this many milliseconds. */
  toTopFrom: number;
  toTopMs: number;
  /** Scroll step of an arrow key in a panel, pixels. */
  keyScroll: number;
  /** Height of a table row at the chosen density, pixels. */
  row: number;
  /** Width of a side panel, pixels. */
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
