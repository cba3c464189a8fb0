import Box from '@mui/material/Box';
import { type KeyboardEvent, useRef } from 'react';
import { outlines } from './carParts.ts';

interface Props {
  readonly label: string;
  readonly nameOf: (part: number) => string;
  readonly damaged: ReadonlySet<number>;
  readonly current: number | undefined;
  readonly disabled: boolean;
  readonly onPick: (part: number) => void;
}

const parts = [...outlines.keys()];
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A car from above whose parts can be picked by mouse, touch and keyboard. Arrow keys move between parts. */
export const DamagedCar = ({ label, nameOf, damaged, current, disabled, onPick }: Props) => {
  const drawing = useRef<SVGSVGElement>(null);
  const onKeyDown = (event: KeyboardEvent, part: number) => {
    if (event.key === 'Enter' || event.key === ' ') onPick(part);
    else if (event.key in steps) {
      const to = (parts.indexOf(part) + (steps[event.key] ?? 0) + parts.length) % parts.length;
      drawing.current?.querySelector<SVGElement>(`[data-part="${parts[to]}"]`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <Box
      component="svg"
      ref={drawing}
      viewBox="20 4 160 348"
      role="group"
      data-arrow-keys
      aria-label={label}
      sx={{
        width: 1,
        maxWidth: 176,
        mx: 'auto',
        display: 'block',
        touchAction: 'manipulation',
        '& path': {
          fill: theme => theme.palette.action.hover,
          stroke: theme => theme.palette.text.secondary,
          strokeWidth: 1.5,
          strokeLinejoin: 'round',
          cursor: disabled ? 'default' : 'pointer',
          outline: 'none',
        },
        '& path[data-damaged]': { fill: theme => theme.palette.severity.minor },
        '& path[data-current], & path:focus-visible': { stroke: theme => theme.palette.primary.main, strokeWidth: 3.5 },
        '& path:hover': { fillOpacity: 0.75 },
      }}
    >
      {parts.map(part => (
        // biome-ignore lint/a11y/useSemanticElements: a button cannot be drawn inside of a picture
        <path
          key={part}
          d={outlines.get(part)}
          role="button"
          data-part={part}
          data-damaged={damaged.has(part) || undefined}
          data-current={part === current || undefined}
          aria-label={nameOf(part)}
          aria-pressed={part === current}
          aria-disabled={disabled}
          tabIndex={!disabled && part === (current ?? parts[0]) ? 0 : -1}
          onClick={() => onPick(part)}
          onKeyDown={event => onKeyDown(event, part)}
        >
          <title>{nameOf(part)}</title>
        </path>
      ))}
    </Box>
  );
};
