import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type City, cityAt } from '../../components/map/cities.ts';
import { type PastPlace, PlaceBox } from '../../components/map/PlaceBox.tsx';
import { sightingMaxLength, sightingMinutes, sightingRadiusM } from '../../contract/limits.ts';
import { DateBox } from '../../fields/dates/DateBox.tsx';
import { zoneName } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { CaseInput } from './CaseInput.tsx';
import { cityOfRadius, type Question, questionFaults } from './question.ts';

interface Props {
  readonly question: Question;
  readonly onChange: (changes: Partial<Question>) => void;
  readonly onCity: (city: City) => void;
  readonly onPastPlace: (place: PastPlace) => void;
  readonly onAsk: () => void;
  readonly busy: boolean;
}

const useFaultTexts = (question: Question, isSubmitted: boolean) => {
  const translate = useTranslate();
  const faults = isSubmitted ? questionFaults(question) : {};
  return (name: keyof Question): string | undefined => {
    const fault = faults[name];
    if (!fault) return undefined;
    if (fault === 'place') return translate('screener.there.placeWrong');
    if (fault === 'future') return translate('screener.there.future');
    const { min, max } = name === 'minutes' ? { min: 1, max: sightingMinutes.max } : sightingRadiusM;
    return fault === 'bounds' ? translate('screener.there.bounds', { min, max }) : translate('validation.required');
  };
};

/** Switch between the two names of a car: its plate, or the number of its voucher. */
const SearchBySwitch = ({ question, onChange }: Pick<Props, 'question' | 'onChange'>) => {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={question.searchBy}
      onChange={(_, searchBy) => searchBy && onChange({ searchBy })}
      aria-label={translate('screener.there.by')}
      fullWidth
    >
      <ToggleButton value="plate" sx={{ textTransform: 'none' }}>
        {translate('screener.there.byPlate')}
      </ToggleButton>
      <ToggleButton value="voucher" sx={{ textTransform: 'none' }}>
        {translate('screener.there.byVoucher')}
      </ToggleButton>
    </ToggleButtonGroup>
  );
};

export const QuestionForm = ({ question, onChange, onCity, onPastPlace, onAsk, busy }: Props) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const t = (key: string) => translate(`screener.there.${key}`);
  const [isSubmitted, setSubmitted] = useState(false);
  const faultText = useFaultTexts(question, isSubmitted);
  const centreCity = cityAt(question.place);
  const radiusCity = cityOfRadius(question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!busy && Object.keys(questionFaults(question)).length === 0) onAsk();
  };
  const renderTextBox = (name: 'name' | 'minutes' | 'radiusM', label: string, help?: string) => (
    <TextField
      label={label}
      value={question[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      error={faultText(name) !== undefined}
      helperText={faultText(name) ?? help}
      required
      fullWidth
      autoComplete="off"
      slotProps={{
        htmlInput: {
          maxLength: name === 'name' ? sightingMaxLength[question.searchBy] : undefined,
          inputMode: name === 'name' ? undefined : 'numeric',
        },
      }}
    />
  );
  return (
    <Paper component="form" noValidate onSubmit={submit} aria-label={t('title')} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <CaseInput question={question} onChange={onChange} />
      <SearchBySwitch question={question} onChange={onChange} />
      {renderTextBox('name', t(question.searchBy))}
      <PlaceBox
        label={t('place')}
        value={question.place}
        onChange={place => onChange({ place })}
        onCity={onCity}
        onPastPlace={onPastPlace}
        required
        error={faultText('place')}
        help={centreCity ? translate('screener.there.cityCentre', { city: centreCity.name[locale] }) : t('placeHelp')}
        unreadHelp={t('placeWrong')}
      />
      <DateBox
        style="moment"
        label={t('at')}
        value={question.at}
        onChange={at => onChange({ at })}
        required
        error={faultText('at') !== undefined}
        help={faultText('at') ?? translate('lists.timeOf', { zone: zoneName(locale) })}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' }}>
        {renderTextBox('minutes', t('minutes'))}
        {renderTextBox(
          'radiusM',
          t('radius'),
          radiusCity && translate('screener.there.cityRadius', { city: radiusCity.name[locale] }),
        )}
      </Box>
      {/* The button is not disabled during a search. From a disabled button the focus would move to the field before
          it. */}
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {t(busy ? 'asking' : 'ask')}
      </Button>
    </Paper>
  );
};
