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
import { useListContext } from 'react-admin';
import { api, newIdempotencyKey } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { type ScheduleFrequency, scheduleFrequencies, scheduleNameMaxLength } from '../../../contract/schedules.ts';
import { type ExportFormat, exportFormats } from '../../../contract/states.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { formatZoned, twoDigits, zoneName } from '../../../schema/kinds/format.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { currentZoneName } from '../../../settings/zone.ts';
import { useListView } from '../view.tsx';
import { toExportRequest } from './order.ts';

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
  readonly onChange: (changes: Partial<ScheduleValues>) => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1);

/** Returns the people who may receive the list, and the chosen ones. At first only the user is chosen. */
const useRecipients = () => {
  const { resource } = useListView();
  const ownId = useAccount()?.Id;
  const [chosen, setChosen] = useState<readonly Recipient[]>();
  const { data: people = [] } = useQuery({
    queryKey: ['schedules', 'recipients', resource.name],
    queryFn: ({ signal }) => api('GET /api/v3/schedules/recipients')({ query: { resource: resource.name }, signal }),
  });
  return { people, recipients: chosen ?? people.filter(({ Id }) => Id === ownId), choose: setChosen };
};

const useCreateSchedule = (onCreated: () => void) => {
  const { resource, split, columns, i18n, fixedParams } = useListView();
  const { sort, filterValues } = useListContext();
  const client = useQueryClient();
  const query = tableQuery(resource, { sort, filter: { ...filterValues, ...fixedParams } });
  return useMutation({
    mutationFn: ([values, recipients]: readonly [ScheduleValues, readonly Recipient[]]) =>
      api('POST /api/v3/schedules')({
        body: {
          ...toExportRequest({ resource, split, columns, i18n, query }, values.format),
          Name: values.name.trim(),
          Frequency: values.frequency,
          ...(values.frequency === 'week' && { Weekday: values.weekday }),
          ...(values.frequency === 'month' && { MonthDay: values.monthDay }),
          Hour: values.hour,
          RecipientIds: recipients.map(({ Id }) => Id),
        },
        key: newIdempotencyKey(),
      }),
    onSuccess: ({ Name, NextRunAt }) => {
      const at = NextRunAt ? formatZoned(new Date(NextRunAt), i18n.locale, currentZoneName()) : '';
      showToast({ kind: 'success', heading: i18n.translate('exports.schedule.created', { name: Name, at }) });
      void client.invalidateQueries({ queryKey: ['schedules'] });
      onCreated();
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

/** Fields for the days and the hour at which the list is sent. */
const TimeFields = ({ values: { frequency, weekday, monthDay, hour }, onChange }: FieldsProps) => {
  const { translate, locale } = useListView().i18n;
  const t = (key: string, options?: object) => translate(`exports.schedule.${key}`, { ...options });
  return (
    <>
      <OptionSelect
        label={t('frequency')}
        value={frequency}
        options={scheduleFrequencies}
        titleOf={t}
        onChoose={chosen => onChange({ frequency: chosen })}
      />
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

const RecipientsPicker = ({ people, recipients, choose }: ReturnType<typeof useRecipients>) => {
  const { translate } = useListView().i18n;
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
          helperText={translate('exports.schedule.recipientsHelp')}
        />
      )}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
};

export const ScheduleDialog = ({ onClose }: { onClose: () => void }) => {
  const { resource, i18n, chosenView } = useListView();
  const { translate, locale } = i18n;
  const listTitle = resource.label[locale].title;
  const [values, setValues] = useState<ScheduleValues>({
    name: chosenView?.Name ?? listTitle,
    frequency: 'week',
    weekday: 1,
    monthDay: 1,
    hour: 9,
    format: 'xlsx',
  });
  const change = (changes: Partial<ScheduleValues>) => setValues(current => ({ ...current, ...changes }));
  const recipientChoice = useRecipients();
  const { recipients } = recipientChoice;
  const { mutate, isPending, error } = useCreateSchedule(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && !isInvisible(values.name) && recipients.length > 0) mutate([values, recipients]);
  };
  const title = translate('exports.schedule.title', { list: listTitle });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={title}>
      <form onSubmit={submit}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {translate('exports.schedule.about')}
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
            <TimeFields values={values} onChange={change} />
            <OptionSelect
              label={translate('exports.schedule.format')}
              value={values.format}
              options={exportFormats}
              titleOf={format => translate(`exports.${format}`)}
              onChoose={format => change({ format })}
            />
            <RecipientsPicker {...recipientChoice} />
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
