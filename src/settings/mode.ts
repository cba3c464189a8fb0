import { announceChoice, createPersistedSetting } from './persisted.ts';

export type Mode = 'light' | 'dark';

/**
 * Theme of the application: light (default) or dark. The specification defines the storage key. public/theme.js reads
 * the stored text before the first paint.
 */
export const mode = createPersistedSetting<Mode>({
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
