import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useId, useRef } from 'react';

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
  /** Called by Enter on the chosen choice. Absent: Enter presses the choice, as a click does. */
  readonly onConfirm?: () => void;
}

const arrowSteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Choices as buttons. A button needs one press, a drop-down needs two. The group is one stop of the tab key: arrow keys
 * move within it, and the digits 1 to 9 and 0 press the first ten choices.
 */
export const Choices = <Id extends string | number>(props: Props<Id>) => {
  const { label, choices, chosen, disabled = false, required = false, error, onToggle, onConfirm } = props;
  const labelId = useId();
  const errorId = useId();
  const group = useRef<HTMLDivElement>(null);
  const stopIndex = Math.max(
    0,
    choices.findIndex(({ id }) => chosen.includes(id)),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' && onConfirm && (event.target as Element).getAttribute('aria-pressed') === 'true') {
      event.preventDefault();
      onConfirm();
      return;
    }
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const step = arrowSteps[event.key];
    const focused = buttons.indexOf(event.target as HTMLButtonElement);
    const target =
      step === undefined
        ? /^\d$/.test(event.key) && buttons[(Number(event.key) + 9) % 10]
        : buttons[(focused + step + buttons.length) % buttons.length];
    if (!target || target.disabled) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
    // A digit chooses and never clears, because it may be pressed twice.
    if (step === undefined && target.getAttribute('aria-pressed') !== 'true') target.click();
  };
  return (
    <Box
      ref={group}
      role="group"
      data-choices
      data-arrow-keys
      aria-labelledby={labelId}
      aria-describedby={error ? errorId : undefined}
      onKeyDown={onKeyDown}
    >
      <Typography id={labelId} variant="body2" color={error ? 'error' : 'text.secondary'} sx={{ mb: 0.5 }}>
        {label}
        {required && <span aria-hidden> *</span>}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {choices.map(({ id, name }, index) => (
          <ToggleButton
            key={id}
            value={id}
            selected={chosen.includes(id)}
            disabled={disabled}
            tabIndex={index === stopIndex ? 0 : -1}
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
