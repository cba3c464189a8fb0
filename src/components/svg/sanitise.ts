import DOMPurify from 'dompurify';

/** Returns true if a style value loads a URL. `url(#a)` is local, `url(https://…)` would load. */
const reachesOut = (value: string): boolean =>
  [...value.matchAll(/url\(\s*['"]?([^)'"]*)/gi)].some(([, target = '']) => !target.trim().startsWith('#'));

const purify = DOMPurify(window);
// Adds a rule to DOMPurify: an image may only refer to itself, so that it loads nothing.
purify.addHook('uponSanitizeAttribute', (_element, data) => {
  const link = /^(xlink:)?href$|^src$/.test(data.attrName);
  if (link ? !data.attrValue.trim().startsWith('#') : reachesOut(data.attrValue)) data.keepAttr = false;
});

/** Returns an SVG text as a sanitised element. Undefined if it is not SVG. */
export const sanitiseSvg = (text: string): SVGElement | undefined => {
  const { childNodes } = purify.sanitize(text, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['style', 'a', 'image', 'feImage'],
    RETURN_DOM: true,
  });
  return [...childNodes].find((node): node is SVGElement => node instanceof SVGElement && node.localName === 'svg');
};
