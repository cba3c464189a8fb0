import DOMPurify from 'dompurify';

/** `url(#a)` is local, `url(https://…)` would fetch. */
const reachesOut = (value: string): boolean =>
  [...value.matchAll(/url\(\s*['"]?([^)'"]*)/gi)].some(([, target = '']) => !target.trim().startsWith('#'));

const purify = DOMPurify(window);
// Beyond DOMPurify's rules an image may only refer to itself, so that it fetches nothing.
purify.addHook('uponSanitizeAttribute', (_element, data) => {
  const link = /^(xlink:)?href$|^src$/.test(data.attrName);
  if (link ? !data.attrValue.trim().startsWith('#') : reachesOut(data.attrValue)) data.keepAttr = false;
});

/** An SVG text as a sanitised element; undefined if it is not SVG. */
export const sanitiseSvg = (text: string): SVGElement | undefined => {
  const { childNodes } = purify.sanitize(text, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['style', 'a', 'image', 'feImage'],
    RETURN_DOM: true,
  });
  return [...childNodes].find((node): node is SVGElement => node instanceof SVGElement && node.localName === 'svg');
};
