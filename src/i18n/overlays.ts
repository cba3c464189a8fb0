/** Texts by key: `frame.key.title`. */
export type TextsByKey = Readonly<Record<string, string>>;

const files = import.meta.glob<TextsByKey>('./overlays/*/*.json', { import: 'default' });
const languageOf = (path: string): string => path.split('/')[2] ?? '';

/**
 * Codes of the languages beside those that descriptions carry. Each is a folder of catalogues in `overlays`: its texts
 * by key, in JSON. Texts that it lacks are English, and so are formats of numbers and dates.
 */
export const overlayLanguages: readonly string[] = [...new Set(Object.keys(files).map(languageOf))];

/** Loads the texts of such a language. Empty for any other. */
export const loadOverlay = async (language: string): Promise<TextsByKey> => {
  const loaders = Object.entries(files).flatMap(([path, load]) => (languageOf(path) === language ? [load] : []));
  return Object.assign({}, ...(await Promise.all(loaders.map(load => load()))));
};
