import DOMPurify from 'dompurify';

/** `url(#a)` stays, `url(https://…)` would fetch. */
const reachesOut = (value: string): boolean =>
  [...value.matchAll(/url\(\s*['"]?([^)'"]*)/gi)].some(([, target = '']) => !target.trim().startsWith('#'));

const purify = DOMPurify(window);
// DOMPurify keeps what cannot act. A mark in the page fetches nothing either: it may refer only to itself.
purify.addHook('uponSanitizeAttribute', (_element, data) => {
  const link = /^(xlink:)?href$|^src$/.test(data.attrName);
  if (link ? !data.attrValue.trim().startsWith('#') : reachesOut(data.attrValue)) data.keepAttr = false;
});

/** An SVG text as an element fit to stand in the page; undefined when it is none. */
export const sanitiseSvg = (text: string): SVGElement | undefined => {
  const { childNodes } = purify.sanitize(text, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['style', 'a', 'image', 'feImage'],
    RETURN_DOM: true,
  });
  return [...childNodes].find((node): node is SVGElement => node instanceof SVGElement && node.localName === 'svg');
};
