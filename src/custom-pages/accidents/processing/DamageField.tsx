import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { useTitles } from '../../../fields/dictionary.ts';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { pairOf } from '../../../schema/kinds/value.ts';
import { type Choice, Choices } from '../finish/Choices.tsx';
import { DamagedCar } from './DamagedCar.tsx';
import { DamageList } from './DamageList.tsx';

const useEntries = (dictionary: 'carParts' | 'damageDescriptions'): readonly Choice<number>[] =>
  useTitles(dictionary).map(({ Id, Title }) => ({ id: Number(Id), name: Title }));

const nameIn = (entries: readonly Choice<number>[], id: number): string =>
  entries.find(each => each.id === id)?.name ?? '…';

/** Input for damage: the part is picked on the drawn car, the kinds of damage below it. */
export const DamageField = ({ source, label, disabled = false }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  const parts = useEntries('carParts');
  const kinds = useEntries('damageDescriptions');
  const [current, setCurrent] = useState<number>();
  const pairs = (field.value ?? []) as readonly string[];
  const chosen = new Set(pairs);
  const damaged = new Set(pairs.map(pair => pairOf(pair)[0]));
  const toggle = (part: number, kind: number) => {
    const pair = `${part}:${kind}`;
    field.onChange(chosen.has(pair) ? pairs.filter(each => each !== pair) : [...pairs, pair]);
  };
  const kindsOf = (part: number) => pairs.map(pairOf).flatMap(([of, kind]) => (of === part ? [kind] : []));
  const textOf = (part: number): string => {
    const names = kindsOf(part).map(kind => nameIn(kinds, kind).toLowerCase());
    return [nameIn(parts, part), names.join(', ')].filter(Boolean).join(': ');
  };
  if (parts.length === 0 || kinds.length === 0) return <Skeleton height={240} />;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '140px minmax(0, 1fr)', alignItems: 'start' }}>
        <DamagedCar
          label={translate('accident.damage.car')}
          nameOf={textOf}
          damaged={damaged}
          current={current}
          disabled={disabled}
          onPick={part => !disabled && setCurrent(part)}
        />
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {current === undefined ? (
            <Typography variant="body2" color="text.secondary">
              {translate('accident.damage.help')}
            </Typography>
          ) : (
            <Choices
              label={nameIn(parts, current)}
              choices={kinds}
              chosen={kindsOf(current)}
              disabled={disabled}
              onToggle={kind => toggle(current, kind)}
            />
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {[...damaged].map(part => (
              <Chip
                key={part}
                size="small"
                label={textOf(part)}
                onClick={() => setCurrent(part)}
                {...(!disabled && {
                  onDelete: () => field.onChange(pairs.filter(pair => pairOf(pair)[0] !== part)),
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
