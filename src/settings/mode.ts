import { announceChoice } from './choice.ts';
import { persist } from './persisted.ts';

export type Mode = 'light' | 'dark';

/**
 * Light or dark, under the key of the specification. Default: light. public/theme.js reads it before the first paint.
 */
export const mode = persist<Mode>({
  key: 'apptheme',
  parse: stored => (stored === 'dark' ? 'dark' : 'light'),
  onChange: value => {
    document.documentElement.dataset.theme = value;
  },
});

export const useMode = mode.use;

export const saveMode = (value: Mode): void => {
  mode.apply(value);
  announceChoice({ Theme: value });
};
