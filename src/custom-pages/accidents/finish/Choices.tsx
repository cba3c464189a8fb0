import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

export interface Choice<Id> {
  readonly id: Id;
  readonly name: string;
}

interface Props<Id> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly chosen: readonly Id[];
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly error?: string | undefined;
  /** Called with the pressed choice. The caller decides whether a second press clears the choice. */
  readonly onToggle: (id: Id) => void;
}

/** Choices as buttons. A button needs one press, a drop-down needs two. */
export const Choices = <Id extends string | number>(props: Props<Id>) => {
  const { label, choices, chosen, disabled = false, required = false, error, onToggle } = props;
  const labelId = useId();
  const errorId = useId();
  return (
    <Box role="group" aria-labelledby={labelId} aria-describedby={error ? errorId : undefined}>
      <Typography id={labelId} variant="body2" color={error ? 'error' : 'text.secondary'} sx={{ mb: 0.5 }}>
        {label}
        {required && <span aria-hidden> *</span>}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {choices.map(({ id, name }) => (
          <ToggleButton
            key={id}
            value={id}
            selected={chosen.includes(id)}
            disabled={disabled}
            onChange={() => onToggle(id)}
            size="small"
            color="primary"
            sx={{ textTransform: 'none', minHeight: 32, py: 0.25, px: 1.25, lineHeight: 1.3 }}
          >
            {name}
          </ToggleButton>
        ))}
      </Box>
      {error && (
        <Typography id={errorId} variant="caption" color="error" role="alert">
          {error}
        </Typography>
      )}
    </Box>
  );
};
