let known: boolean | undefined;

/** Whether WebGL works. Checked once: each try costs a graphics context, of which browsers have few. */
export const webglWorks = (): boolean => {
  if (known !== undefined) return known;
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    known = context !== null;
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  } catch {
    known = false;
  }
  return known;
};
