let known: boolean | undefined;

/** Returns true if WebGL works. Checked once, because each check costs a graphics context and browsers have few. */
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
