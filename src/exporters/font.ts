import address from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?url';

/** PT Sans (SIL Open Font License), loaded for the first PDF. */
export const loadFont = async (): Promise<Uint8Array> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The font could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
