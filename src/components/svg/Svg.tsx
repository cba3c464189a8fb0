import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import DOMPurify from 'dompurify';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Returns true if a style value would load another file: `url(https://…)` does, `url(#a)` does not. */
const hasExternalUrl = (value: string): boolean =>
  [...value.matchAll(/url\(\s*['"]?([^)'"]*)/gi)].some(([, target = '']) => !target.trim().startsWith('#'));

const purify = DOMPurify(window);
// Adds a rule to DOMPurify: links may only refer to parts of the same image. So an image loads nothing.
purify.addHook('uponSanitizeAttribute', (_element, data) => {
  const isLink = /^(xlink:)?href$|^src$/.test(data.attrName);
  if (isLink ? !data.attrValue.trim().startsWith('#') : hasExternalUrl(data.attrValue)) data.keepAttr = false;
});

export const sanitiseSvg = (text: string): SVGElement | undefined => {
  const { childNodes } = purify.sanitize(text, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['style', 'a', 'image', 'feImage'],
    RETURN_DOM: true,
  });
  return [...childNodes].find((node): node is SVGElement => node instanceof SVGElement && node.localName === 'svg');
};

/** The specification's texts for image errors. */
const svgErrors = {
  notFound: 'Not found',
  contentType: "Content type isn't valid",
  unsupported: 'Browser does not support SVG',
  missing: 'Missing src',
} as const;

const contentTypes = ['image/svg+xml', 'text/plain'];

const supportsSvg = (): boolean => typeof SVGRect !== 'undefined' || typeof SVGElement !== 'undefined';

// Downloaded texts of images, by URL. They are cached, because the same image appears several times on a page.
const textCache = new Map<string, Promise<string>>();

const fetchText = async (src: string): Promise<string> => {
  const response = await fetch(src);
  if (response.status > 299) throw new Error(svgErrors.notFound);
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (!contentTypes.includes(type.trim().toLowerCase())) throw new Error(svgErrors.contentType);
  return response.text();
};

/** Resolves to the sanitised image at a URL. Rejects with one of the error texts of the specification. */
const loadSvg = async (src: string | undefined): Promise<SVGElement> => {
  if (!supportsSvg()) throw new Error(svgErrors.unsupported);
  if (!src) throw new Error(svgErrors.missing);
  let text = textCache.get(src);
  if (!text) {
    text = fetchText(src);
    textCache.set(src, text);
    // A failed download is removed from the cache, so that the next component downloads the image again.
    text.catch(() => textCache.delete(src));
  }
  const svg = sanitiseSvg(await text);
  if (!svg) throw new Error(svgErrors.contentType);
  return svg;
};

interface Props {
  readonly src: string | undefined;
  /** Accessible name. Absent for a decorative image. */
  readonly title?: string;
  readonly onError?: (error: Error) => void;
  readonly sx?: SxProps<Theme>;
  /** Content that is shown until the image has loaded, and if the image fails. */
  readonly children?: ReactNode;
}

/** An SVG from a URL, inlined so that it inherits the page's colour. */
export const Svg = ({ src, title, onError, sx, children }: Props) => {
  const container = useRef<HTMLSpanElement>(null);
  const errorHandler = useRef(onError);
  errorHandler.current = onError;
  const [svg, setSvg] = useState<SVGElement>();

  useEffect(() => {
    let isUnmounted = false;
    setSvg(undefined);
    loadSvg(src).then(
      loaded => isUnmounted || setSvg(loaded),
      (error: Error) => isUnmounted || errorHandler.current?.(error),
    );
    return () => {
      isUnmounted = true;
    };
  }, [src]);
  useEffect(() => {
    if (svg) container.current?.replaceChildren(svg);
  }, [svg]);

  if (!svg) return children ?? null;
  return (
    <Box
      component="span"
      ref={container}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
      sx={[{ display: 'inline-flex', '& > svg': { width: 1, height: 1 } }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
};
