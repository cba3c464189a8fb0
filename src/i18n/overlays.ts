/** Texts of the application by key, such as `frame.leave.title`. */
export type TextsByKey = Readonly<Record<string, string>>;

const overlayLoaders = import.meta.glob<TextsByKey>('./overlays/*/*.json', { import: 'default' });
const languageOf = (path: string): string => path.split('/')[2] ?? '';

/**
 * Codes of the additional languages, in which the descriptions have no texts. Each language is a folder in `overlays`
 * with texts by key, in JSON. Missing texts, numbers and dates are in English.
 */
export const overlayLanguages: readonly string[] = [...new Set(Object.keys(overlayLoaders).map(languageOf))];

/** Loads the texts of an additional language. Returns no texts for any other language. */
export const loadOverlay = async (language: string): Promise<TextsByKey> => {
  const matchingLoaders = Object.entries(overlayLoaders).flatMap(([path, load]) =>
    languageOf(path) === language ? [load] : [],
  );
  return Object.assign({}, ...(await Promise.all(matchingLoaders.map(load => load()))));
};
