import type { PaletteOptions } from '@mui/material/styles';

/** Colours with a meaning, such as severity. They look the same on every screen. */
export interface SemanticColors {
  severity: { mini: string; minor: string; major: string };
  /** Colours of the severity as text, with the contrast of WCAG level AA on the background of cards. */
  severityText: { mini: string; minor: string; major: string };
  /** Colours of bars and lines in charts where those above have less than 3:1 contrast on the background of cards. */
  chart: { quiet: string; minor: string };
  axes: { longitudinal: string; lateral: string; vertical: string; speed: string };
  /** Colours of a track on the map by speed, slowest first. Users need not tell red from green. */
  speeds: readonly [string, string, string, string, string];
}

export const light = {
  mode: 'light',
  background: { default: '#F4F6F8', paper: '#FFFFFF' },
  divider: '#E1E6EB',
  text: { primary: '#17202A', secondary: '#5B6875' },
  primary: { main: '#1F5EFF', contrastText: '#FFFFFF' },
  secondary: { main: '#5B6875' },
  error: { main: '#C12E2E' },
  warning: { main: '#9A5B00' },
  success: { main: '#1F7A51' },
  info: { main: '#1F5EFF' },
  severity: { mini: '#2E9E6B', minor: '#E39A17', major: '#D93A3A' },
  severityText: { mini: '#1F7A51', minor: '#8F5A00', major: '#C12E2E' },
  chart: { quiet: '#8793A1', minor: '#B87400' },
  axes: { longitudinal: '#1F5EFF', lateral: '#D9660F', vertical: '#7B4BD6', speed: '#17202A' },
  speeds: ['#8FB8EA', '#4A90E2', '#1F5EFF', '#6A2FC9', '#B0137F'],
} satisfies PaletteOptions & SemanticColors;

export const dark = {
  mode: 'dark',
  background: { default: '#0E1318', paper: '#161D24' },
  divider: '#2A343E',
  text: { primary: '#E8EDF2', secondary: '#93A1AF' },
  // Colour of icons. MUI's default is white, which would make unselected items look selected.
  action: { active: '#93A1AF' },
  // In the dark theme buttons become lighter under the pointer. MUI's darker shade is too close to their dark text.
  primary: { main: '#7AA2FF', dark: '#9BB9FF', contrastText: '#0E1318' },
  secondary: { main: '#93A1AF' },
  error: { main: '#FF7B76', dark: '#FF9C98', contrastText: '#0E1318' },
  warning: { main: '#F0B34A' },
  success: { main: '#55C796' },
  info: { main: '#7AA2FF' },
  severity: { mini: '#3DB882', minor: '#F0AC36', major: '#F0605C' },
  severityText: { mini: '#55C796', minor: '#F0B34A', major: '#FF7B76' },
  chart: { quiet: '#7C8A99', minor: '#F0AC36' },
  axes: { longitudinal: '#7AA2FF', lateral: '#FF9A4D', vertical: '#B08CFF', speed: '#E8EDF2' },
  speeds: ['#46638C', '#4F86D9', '#7AA2FF', '#B08CFF', '#F07ACB'],
} satisfies PaletteOptions & SemanticColors;
