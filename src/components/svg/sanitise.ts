/** What an image may be drawn of. Not in it: script, foreignObject, style sheets, animation of links, anything unknown. */
const elements = new Set(
  (
    'svg g defs title desc symbol use path rect circle ellipse line polyline polygon text tspan clipPath mask pattern ' +
    'linearGradient radialGradient stop marker filter feGaussianBlur feOffset feBlend feColorMatrix feMerge feMergeNode ' +
    'feFlood feComposite'
  ).split(' '),
);

/** `url(#a)` stays, `url(https://…)` would fetch. */
const reachesOut = (value: string): boolean =>
  [...value.matchAll(/url\(\s*['"]?([^)'"]*)/gi)].some(([, target = '']) => !target.trim().startsWith('#')) ||
  /javascript:|@import|expression\(/i.test(value);

const mayStay = ({ name, localName, value }: Attr): boolean => {
  if (/^on/i.test(localName)) return false;
  if (localName === 'href' || name === 'src') return value.trim().startsWith('#');
  return !reachesOut(value);
};

const clean = (element: Element): void => {
  for (const attribute of [...element.attributes]) if (!mayStay(attribute)) element.removeAttributeNode(attribute);
  for (const child of [...element.childNodes]) {
    if (child instanceof Element || child.nodeType === 1) {
      if (elements.has((child as Element).localName)) clean(child as Element);
      else child.remove();
    } else if (child.nodeType !== 3) child.remove();
  }
};

/** An SVG text as an element fit to stand in the page; undefined when it is none. */
export const sanitiseSvg = (text: string): SVGElement | undefined => {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg' || root.namespaceURI !== 'http://www.w3.org/2000/svg') return undefined;
  clean(root);
  return document.importNode(root, true) as unknown as SVGElement;
};
