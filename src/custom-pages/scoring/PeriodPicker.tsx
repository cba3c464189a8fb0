import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { longestPeriodDays } from '../../contract/limits.ts';
import { DateBox } from '../../fields/dates/DateBox.tsx';
import { incompleteDate } from '../../fields/dates/wire.ts';
import { useZone } from '../../settings/zone.ts';
import { addDays, periodChoices, periodFaults, type Span, spanOf, todayIn } from './period.ts';

interface Props {
  /** The period that is shown now. */
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

const same = (a: Span, b: Partial<Span>) => a.from === b.from && a.to === b.to;

/** Chooses a period by a preset or by two days. An invalid period shows its fault and is not used. */
export const PeriodPicker = ({ span, onChange }: Props) => {
  const translate = useTranslate();
  const here = todayIn(useZone());
  // The day of a car east of the reader may already be tomorrow.
  const today = span.to === addDays(here, 1) ? span.to : here;
  const [typed, setTyped] = useState<{ readonly from: string | null; readonly to: string | null }>(span);
  const [shown, setShown] = useState(span);
  if (!same(shown, span)) {
    setShown(span);
    setTyped(span);
  }
  const known = (day: string | null) => (day === null || day === incompleteDate ? undefined : day);
  const from = known(typed.from);
  const to = known(typed.to);
  const faults = periodFaults({ ...(from && { from }), ...(to && { to }) }, today);
  const faultText = (name: 'from' | 'to') => {
    const fault = faults[name];
    if (fault === 'tooLong') return translate('scoring.period.tooLong', { days: longestPeriodDays });
    if (fault) return translate(`validation.${fault}`);
    return typed[name] ? undefined : translate('validation.required');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from && to && !faults.from && !faults.to) onChange({ from, to });
  };
  const box = (name: 'from' | 'to') => (
    <Box sx={{ width: 192 }}>
      <DateBox
        style="day"
        label={translate(`scoring.period.${name}`)}
        value={typed[name]}
        onChange={day => setTyped(now => ({ ...now, [name]: day }))}
        error={faultText(name) !== undefined}
        help={faultText(name)}
      />
    </Box>
  );
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      aria-label={translate('scoring.period.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1.5 }}
    >
      {box('from')}
      {box('to')}
      <Button
        type="submit"
        variant="outlined"
        disabled={!from || !to || Boolean(faults.from ?? faults.to) || same(span, { from, to })}
        sx={{ mt: 3.25 }}
      >
        {translate('scoring.period.apply')}
      </Button>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={periodChoices.find(choice => same(span, spanOf(choice, today))) ?? null}
        onChange={(_, choice) => choice && onChange(spanOf(choice, today))}
        aria-label={translate('scoring.period.label')}
        // All buttons stand in one row on a phone, because a group that wraps has no border at the break.
        sx={{ mt: { sm: 3.25 }, width: { xs: 1, sm: 'auto' } }}
      >
        {periodChoices.map(choice => (
          <ToggleButton
            key={choice}
            value={choice}
            sx={{ textTransform: 'none', flex: 'auto', px: { xs: 0.5, sm: 1.25 } }}
          >
            {translate(`scoring.period.choices.${choice}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Typography variant="caption" color="textSecondary" sx={{ width: 1 }}>
        {translate('scoring.period.help')}
      </Typography>
    </Box>
  );
};
