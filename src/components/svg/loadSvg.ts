import { sanitiseSvg } from './sanitise.ts';

/** The specification's words for what can be wrong with an image. */
const svgErrors = {
  notFound: 'Not found',
  contentType: "Content type isn't valid",
  unsupported: 'Browser does not support SVG',
  missing: 'Missing src',
} as const;

const contentTypes = ['image/svg+xml', 'text/plain'];

/** A browser that knows vectors has a measure for them. */
const supportsSvg = (): boolean => typeof SVGRect !== 'undefined' || typeof SVGElement !== 'undefined';

// The same mark stands in several places of a page: it is fetched once.
const fetched = new Map<string, Promise<string>>();

const fetchText = async (src: string): Promise<string> => {
  const response = await fetch(src);
  if (response.status > 299) throw new Error(svgErrors.notFound);
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (!contentTypes.includes(type.trim().toLowerCase())) throw new Error(svgErrors.contentType);
  return response.text();
};

/** The image at an address, cleaned of everything that is not drawing. Fails with one of the four errors. */
export const loadSvg = async (src: string | undefined): Promise<SVGElement> => {
  if (!supportsSvg()) throw new Error(svgErrors.unsupported);
  if (!src) throw new Error(svgErrors.missing);
  let text = fetched.get(src);
  if (!text) {
    text = fetchText(src);
    fetched.set(src, text);
    // What failed is asked for again the next time.
    text.catch(() => fetched.delete(src));
  }
  const svg = sanitiseSvg(await text);
  if (!svg) throw new Error(svgErrors.contentType);
  return svg;
};
