import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { useTitles } from '../../../fields/dictionary.ts';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { idsOfPair } from '../../../schema/kinds/value.ts';
import { type Choice, Choices } from '../finish/Choices.tsx';

/** Returns the mirror image of an SVG path. The drawing of the car is 200 wide, front up. */
const mirrorPath = (path: string): string =>
  path.replace(/(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/g, (_, x: string, y: string) => `${200 - Number(x)},${y}`);
const drawOnBothSides = (path: string): string => `${path} ${mirrorPath(path)}`;

const headlight = 'M52,38 L66,38 L64,56 L52,60 Z';
const frontWing = 'M50,64 L64,60 L64,108 L50,112 Z';
const rearWing = 'M50,256 L62,256 L64,266 L64,300 L50,300 Z';
const frontDoor = 'M50,116 L60,114 L70,142 L70,186 L50,186 Z';
const rearDoor = 'M50,190 L70,190 L70,230 L62,252 L50,252 Z';

/**
 * Outlines of car parts seen from above, front up, in a box of 200 × 356. Keys are ids of the dictionary of car parts.
 */
const partOutlines: ReadonlyMap<number, string> = new Map([
  [1, 'M54,34 Q58,14 100,12 Q142,14 146,34 L134,36 Q100,26 66,36 Z'],
  [16, headlight],
  [17, mirrorPath(headlight)],
  [3, 'M68,42 Q100,30 132,42 L134,104 Q100,96 66,104 Z'],
  [6, frontWing],
  [7, mirrorPath(frontWing)],
  [14, 'M64,110 Q100,100 136,110 L128,140 Q100,134 72,140 Z'],
  [19, drawOnBothSides('M48,118 L32,112 L32,126 L48,130 Z')],
  [10, frontDoor],
  [11, mirrorPath(frontDoor)],
  [5, 'M74,144 Q100,138 126,144 L126,230 Q100,236 74,230 Z'],
  [12, rearDoor],
  [13, mirrorPath(rearDoor)],
  [15, 'M72,234 Q100,240 128,234 L134,262 Q100,270 66,262 Z'],
  [8, rearWing],
  [9, mirrorPath(rearWing)],
  [20, drawOnBothSides('M34,66 L46,66 L46,106 L34,106 Z M34,258 L46,258 L46,298 L34,298 Z')],
  [4, 'M68,268 Q100,276 132,268 L132,308 Q100,314 68,308 Z'],
  [18, drawOnBothSides('M50,304 L64,304 L64,318 L54,318 Z')],
  [2, 'M54,322 Q100,318 146,322 Q142,342 100,344 Q58,342 54,322 Z'],
]);

interface DamagedCarProps {
  readonly label: string;
  readonly describePart: (part: number) => string;
  readonly damagedParts: ReadonlySet<number>;
  readonly currentPart: number | undefined;
  readonly disabled: boolean;
  readonly onPick: (part: number) => void;
}

const drawnParts = [...partOutlines.keys()];
const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A car from above whose parts can be picked by mouse, touch and keyboard. Arrow keys move between parts. */
const DamagedCar = ({ label, describePart, damagedParts, currentPart, disabled, onPick }: DamagedCarProps) => {
  const drawing = useRef<SVGSVGElement>(null);
  const onKeyDown = (event: KeyboardEvent, part: number) => {
    if (event.key === 'Enter' || event.key === ' ') onPick(part);
    else if (event.key in keySteps) {
      const nextIndex = (drawnParts.indexOf(part) + (keySteps[event.key] ?? 0) + drawnParts.length) % drawnParts.length;
      drawing.current?.querySelector<SVGElement>(`[data-part="${drawnParts[nextIndex]}"]`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <Box
      component="svg"
      ref={drawing}
      viewBox="4 20 348 160"
      role="group"
      data-arrow-keys
      aria-label={label}
      sx={{
        width: 1,
        height: 150,
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
      {/* The car is drawn lying, front to the left, because the card is wider than high. */}
      <g transform="matrix(0 -1 1 0 0 200)">
        {drawnParts.map(part => (
          // biome-ignore lint/a11y/useSemanticElements: a button cannot be drawn inside of a picture
          <path
            key={part}
            d={partOutlines.get(part)}
            role="button"
            data-part={part}
            data-damaged={damagedParts.has(part) || undefined}
            data-current={part === currentPart || undefined}
            aria-label={describePart(part)}
            aria-pressed={part === currentPart}
            aria-disabled={disabled}
            tabIndex={!disabled && part === (currentPart ?? drawnParts[0]) ? 0 : -1}
            onClick={() => onPick(part)}
            onKeyDown={event => onKeyDown(event, part)}
          >
            <title>{describePart(part)}</title>
          </path>
        ))}
      </g>
    </Box>
  );
};

interface Props {
  readonly parts: readonly Choice<number>[];
  readonly kinds: readonly Choice<number>[];
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onToggle: (part: number, kind: number) => void;
}

/**
 * The damage of the drawn car as a table of parts and kinds of damage. Screen readers use the table, and some parts are
 * not drawn.
 */
const DamageList = ({ parts, kinds, chosen, disabled, onToggle }: Props) => {
  const translate = useTranslate();
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', color: 'primary.main', py: 0.5 } }}>
      <summary>{translate('accident.damage.asList')}</summary>
      <Box sx={{ overflowX: 'auto' }}>
        <Box
          component="table"
          sx={{
            borderCollapse: 'collapse',
            fontSize: 'body2.fontSize',
            '& th': { fontWeight: 'fontWeightRegular', p: 0.5 },
          }}
        >
          <thead>
            <tr>
              <td />
              {kinds.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(part => (
              <tr key={part.id}>
                <Box component="th" scope="row" sx={{ textAlign: 'start' }}>
                  {part.name}
                </Box>
                {kinds.map(kind => (
                  <Box component="td" key={kind.id} sx={{ textAlign: 'center' }}>
                    <Checkbox
                      size="small"
                      sx={{ p: 0.25 }}
                      checked={chosen.has(`${part.id}:${kind.id}`)}
                      disabled={disabled}
                      onChange={() => onToggle(part.id, kind.id)}
                      slotProps={{ input: { 'aria-label': `${part.name}: ${kind.name}` } }}
                    />
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
};

const useChoices = (dictionary: 'carParts' | 'damageDescriptions'): readonly Choice<number>[] =>
  useTitles(dictionary).map(({ Id, Title }) => ({ id: Number(Id), name: Title }));

const choiceName = (entries: readonly Choice<number>[], id: number): string =>
  entries.find(each => each.id === id)?.name ?? '…';

export const DamageField = ({ source, label, disabled = false }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  const parts = useChoices('carParts');
  const kinds = useChoices('damageDescriptions');
  const [currentPart, setCurrentPart] = useState<number>();
  const pairs = (field.value ?? []) as readonly string[];
  const chosen = new Set(pairs);
  const damagedParts = new Set(pairs.map(pair => idsOfPair(pair)[0]));
  const toggle = (part: number, kind: number) => {
    const pair = `${part}:${kind}`;
    field.onChange(chosen.has(pair) ? pairs.filter(each => each !== pair) : [...pairs, pair]);
  };
  const damageKindsOf = (part: number) => pairs.map(idsOfPair).flatMap(([of, kind]) => (of === part ? [kind] : []));
  const partText = (part: number): string => {
    const names = damageKindsOf(part).map(kind => choiceName(kinds, kind).toLowerCase());
    return [choiceName(parts, part), names.join(', ')].filter(Boolean).join(': ');
  };
  if (parts.length === 0 || kinds.length === 0) return <Skeleton height={240} />;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <DamagedCar
          label={translate('accident.damage.car')}
          describePart={partText}
          damagedParts={damagedParts}
          currentPart={currentPart}
          disabled={disabled}
          onPick={part => !disabled && setCurrentPart(part)}
        />
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {currentPart === undefined ? (
            <Typography variant="body2" color="text.secondary">
              {translate('accident.damage.help')}
            </Typography>
          ) : (
            <Choices
              label={choiceName(parts, currentPart)}
              choices={kinds}
              chosen={damageKindsOf(currentPart)}
              disabled={disabled}
              onToggle={kind => toggle(currentPart, kind)}
            />
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {[...damagedParts].map(part => (
              <Chip
                key={part}
                size="small"
                label={partText(part)}
                onClick={() => setCurrentPart(part)}
                {...(!disabled && {
                  onDelete: () => field.onChange(pairs.filter(pair => idsOfPair(pair)[0] !== part)),
                })}
                sx={{ maxWidth: 1, height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 } }}
              />
            ))}
          </Box>
        </Box>
      </Box>
      <DamageList parts={parts} kinds={kinds} chosen={chosen} disabled={disabled} onToggle={toggle} />
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
};
