import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { sightingMaxLength, sightingMinutes, sightingRadiusM } from '../../contract/limits.ts';
import { DateBox } from '../../fields/dates/DateBox.tsx';
import { zoneName } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { type Question, questionFaults } from './question.ts';

interface Props {
  readonly question: Question;
  readonly onChange: (changed: Partial<Question>) => void;
  readonly onAsk: () => void;
  readonly busy: boolean;
}

const useFaultTexts = (question: Question, tried: boolean) => {
  const translate = useTranslate();
  const faults = tried ? questionFaults(question) : {};
  return (name: keyof Question): string | undefined => {
    const fault = faults[name];
    if (!fault) return undefined;
    if (fault === 'place') return translate('screener.there.placeWrong');
    if (fault === 'future') return translate('screener.there.future');
    const { min, max } = name === 'minutes' ? { min: 1, max: sightingMinutes.max } : sightingRadiusM;
    return fault === 'bounds' ? translate('screener.there.bounds', { min, max }) : translate('validation.required');
  };
};

/** Form for car, place and time. */
export const QuestionForm = ({ question, onChange, onAsk, busy }: Props) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const t = (key: string) => translate(`screener.there.${key}`);
  const [tried, setTried] = useState(false);
  const faultText = useFaultTexts(question, tried);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!busy && Object.keys(questionFaults(question)).length === 0) onAsk();
  };
  const box = (name: 'name' | 'place' | 'minutes' | 'radiusM', label: string, help?: string) => (
    <TextField
      label={label}
      value={question[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      error={faultText(name) !== undefined}
      helperText={faultText(name) ?? help}
      required
      fullWidth
      size="small"
      autoComplete="off"
      slotProps={{
        htmlInput: {
          maxLength: name === 'name' ? sightingMaxLength[question.by] : undefined,
          inputMode: name === 'name' || name === 'place' ? undefined : 'numeric',
        },
      }}
    />
  );
  return (
    <Paper component="form" noValidate onSubmit={submit} aria-label={t('title')} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={question.by}
        onChange={(_, by) => by && onChange({ by })}
        aria-label={t('by')}
        fullWidth
      >
        <ToggleButton value="plate" sx={{ textTransform: 'none' }}>
          {t('byPlate')}
        </ToggleButton>
        <ToggleButton value="voucher" sx={{ textTransform: 'none' }}>
          {t('byVoucher')}
        </ToggleButton>
      </ToggleButtonGroup>
      {box('name', t(question.by))}
      {box('place', t('place'), t('placeHelp'))}
      <DateBox
        style="moment"
        label={t('at')}
        value={question.at}
        onChange={at => onChange({ at })}
        required
        error={faultText('at') !== undefined}
        help={faultText('at') ?? zoneName(new Date(), locale)}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'end' }}>
        {box('minutes', t('minutes'))}
        {box('radiusM', t('radius'))}
      </Box>
      {/* Not disabled: it would lose the keys to the field before it. */}
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {t(busy ? 'asking' : 'ask')}
      </Button>
    </Paper>
  );
};
