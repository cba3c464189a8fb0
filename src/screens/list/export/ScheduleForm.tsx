import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { type ScheduleFrequency, scheduleFrequencies, scheduleNameMaxLength } from '../../../contract/schedules.ts';
import type { Schedule } from '../../../contract/shapes/schedules.ts';
import { type ExportFormat, exportFormats } from '../../../contract/states.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { formatZoned, twoDigits, zoneName } from '../../../schema/kinds/format.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { currentZoneName } from '../../../settings/zone.ts';

type Recipient = AnswerFor<'GET /api/v3/schedules/recipients'>[number];

interface ScheduleValues {
  readonly name: string;
  readonly frequency: ScheduleFrequency;
  readonly weekday: number;
  readonly monthDay: number;
  readonly hour: number;
  readonly format: ExportFormat;
}

interface FieldsProps {
  readonly values: ScheduleValues;
  readonly isWeekly: boolean;
  readonly onChange: (changes: Partial<ScheduleValues>) => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1);

/** Returns the people who may receive the letter, and the chosen ones. At first only the user is chosen. */
const useRecipients = (resource: string | undefined) => {
  const ownId = useAccount()?.Id;
  const [chosen, setChosen] = useState<readonly Recipient[]>();
  const { data: people = [] } = useQuery({
    queryKey: ['schedules', 'recipients', resource],
    queryFn: ({ signal }) =>
      api('GET /api/v3/schedules/recipients')({ query: { ...(resource && { resource }) }, signal }),
  });
  return { people, recipients: chosen ?? people.filter(({ Id }) => Id === ownId), choose: setChosen };
};

/** What the form asks for. A weekly summary has no file and no other frequency. */
interface SchedulePlan {
  readonly Name: string;
  readonly Frequency: ScheduleFrequency;
  readonly Weekday?: number;
  readonly MonthDay?: number;
  readonly Hour: number;
  readonly RecipientIds: number[];
}

interface Props {
  readonly title: string;
  readonly about: string;
  readonly initialName: string;
  /** Name of the list that is sent as a file. Undefined: the weekly summary. */
  readonly resource: string | undefined;
  readonly create: (plan: SchedulePlan, format: ExportFormat) => Promise<Schedule>;
  readonly onClose: () => void;
}

const useCreateSchedule = ({ create, onClose }: Props) => {
  const { translate, locale } = useI18n();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ([values, recipients]: readonly [ScheduleValues, readonly Recipient[]]) =>
      create(
        {
          Name: values.name.trim(),
          Frequency: values.frequency,
          ...(values.frequency === 'week' && { Weekday: values.weekday }),
          ...(values.frequency === 'month' && { MonthDay: values.monthDay }),
          Hour: values.hour,
          RecipientIds: recipients.map(({ Id }) => Id),
        },
        values.format,
      ),
    onSuccess: ({ Name, NextRunAt }) => {
      const at = NextRunAt ? formatZoned(new Date(NextRunAt), locale, currentZoneName()) : '';
      showToast({ kind: 'success', heading: translate('exports.schedule.created', { name: Name, at }) });
      void client.invalidateQueries({ queryKey: ['schedules'] });
      onClose();
    },
  });
};

interface SelectProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly titleOf: (option: Value) => string;
  readonly onChoose: (value: Value) => void;
  readonly helperText?: string | undefined;
}

const OptionSelect = <Value extends string | number>({
  options,
  titleOf,
  onChoose,
  ...textField
}: SelectProps<Value>) => (
  <TextField
    select
    fullWidth
    {...textField}
    onChange={({ target }) => onChoose(options.find(option => String(option) === String(target.value))!)}
  >
    {options.map(option => (
      <MenuItem key={option} value={option}>
        {titleOf(option)}
      </MenuItem>
    ))}
  </TextField>
);

/** Fields for the days and the hour at which the letter is sent. A weekly letter has no frequency to choose. */
const TimeFields = ({ values: { frequency, weekday, monthDay, hour }, isWeekly, onChange }: FieldsProps) => {
  const { translate, locale } = useI18n();
  const t = (key: string, options?: object) => translate(`exports.schedule.${key}`, { ...options });
  return (
    <>
      {!isWeekly && (
        <OptionSelect
          label={t('frequency')}
          value={frequency}
          options={scheduleFrequencies}
          titleOf={t}
          onChoose={chosen => onChange({ frequency: chosen })}
        />
      )}
      {frequency === 'week' && (
        <OptionSelect
          label={t('weekday')}
          value={weekday}
          options={weekdays}
          titleOf={day => t(`weekdays.${day}`)}
          onChoose={chosen => onChange({ weekday: chosen })}
        />
      )}
      {frequency === 'month' && (
        <OptionSelect
          label={t('monthDay')}
          value={monthDay}
          options={monthDays}
          titleOf={String}
          onChoose={chosen => onChange({ monthDay: chosen })}
          helperText={monthDay > 28 ? t('monthDayHelp') : undefined}
        />
      )}
      <OptionSelect
        label={t('hour', { zone: zoneName(locale, currentZoneName()) })}
        value={hour}
        options={hours}
        titleOf={each => `${twoDigits(each)}:00`}
        onChoose={chosen => onChange({ hour: chosen })}
      />
    </>
  );
};

interface PickerProps extends ReturnType<typeof useRecipients> {
  readonly helperText: string;
}

const RecipientsPicker = ({ people, recipients, choose, helperText }: PickerProps) => {
  const { translate } = useI18n();
  return (
    <Autocomplete
      multiple
      options={[...people]}
      value={[...recipients]}
      onChange={(_, value) => choose(value)}
      getOptionKey={({ Id }) => Id}
      getOptionLabel={({ FullName, Email }) => `${FullName}, ${Email}`}
      isOptionEqualToValue={(option, value) => option.Id === value.Id}
      renderInput={params => (
        <TextField
          {...params}
          label={translate('exports.schedule.recipients')}
          required={recipients.length === 0}
          helperText={helperText}
        />
      )}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
};

/** Dialog for the days, the time and the recipients of a letter that is sent regularly. */
export const ScheduleForm = (props: Props) => {
  const { title, about, initialName, resource, onClose } = props;
  const { translate } = useI18n();
  const hasFile = resource !== undefined;
  const [values, setValues] = useState<ScheduleValues>({
    name: initialName,
    frequency: 'week',
    weekday: 1,
    monthDay: 1,
    hour: 9,
    format: 'xlsx',
  });
  const change = (changes: Partial<ScheduleValues>) => setValues(current => ({ ...current, ...changes }));
  const recipientChoice = useRecipients(resource);
  const { recipients } = recipientChoice;
  const { mutate, isPending, error } = useCreateSchedule(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && !isInvisible(values.name) && recipients.length > 0) mutate([values, recipients]);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={title}>
      <form onSubmit={submit}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {about}
          </Typography>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <TextField
              autoFocus
              required
              fullWidth
              label={translate('exports.schedule.name')}
              value={values.name}
              onChange={({ target }) => change({ name: target.value })}
              slotProps={{ htmlInput: { maxLength: scheduleNameMaxLength } }}
              sx={{ gridColumn: '1 / -1' }}
            />
            <TimeFields values={values} isWeekly={!hasFile} onChange={change} />
            {hasFile && (
              <OptionSelect
                label={translate('exports.schedule.format')}
                value={values.format}
                options={exportFormats}
                titleOf={format => translate(`exports.${format}`)}
                onChoose={format => change({ format })}
              />
            )}
            <RecipientsPicker
              {...recipientChoice}
              helperText={translate(`exports.schedule.${hasFile ? 'recipientsHelp' : 'summary.recipientsHelp'}`)}
            />
          </Box>
          {error && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {reasonOf(error, translate)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('frame.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {translate('exports.schedule.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
