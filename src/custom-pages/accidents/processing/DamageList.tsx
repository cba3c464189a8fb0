import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useTranslate } from 'react-admin';
import type { Choice } from '../finish/Choices.tsx';

interface Props {
  readonly parts: readonly Choice<number>[];
  readonly kinds: readonly Choice<number>[];
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onToggle: (part: number, kind: number) => void;
}

/**
 * The content of the drawn car as a table of parts and kinds of damage, for screen readers and for parts that are not
 * drawn.
 */
export const DamageList = ({ parts, kinds, chosen, disabled, onToggle }: Props) => {
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
