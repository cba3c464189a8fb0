import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadSvg } from './loadSvg.ts';

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
