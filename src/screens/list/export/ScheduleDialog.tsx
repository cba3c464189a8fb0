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

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1);

export const ScheduleDialog = ({ onClose }: { onClose: () => void }) => {
  const { resource, split, columns, i18n, fixedParams, chosenView } = useListView();
  const { sort, filterValues } = useListContext();
  const { translate, locale } = i18n;
  const client = useQueryClient();
  const ownId = useAccount()?.Id;
  const listTitle = resource.label[locale].title;
  const zone = currentZoneName();
  const [name, setName] = useState(chosenView?.Name ?? listTitle);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [frequency, setFrequency] = useState<ScheduleFrequency>('week');
  const [weekday, setWeekday] = useState<number>(1);
  const [monthDay, setMonthDay] = useState(1);
  const [hour, setHour] = useState(9);
  const [chosen, setChosen] = useState<readonly Recipient[]>();
  const { data: people = [] } = useQuery({
    queryKey: ['schedules', 'recipients', resource.name],
    queryFn: ({ signal }) => api('GET /api/v3/schedules/recipients')({ query: { resource: resource.name }, signal }),
  });
  const recipients = chosen ?? people.filter(({ Id }) => Id === ownId);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api('POST /api/v3/schedules')({
        body: {
          ...toExportRequest(
            {
              resource,
              split,
              columns,
              i18n,
              query: tableQuery(resource, { sort, filter: { ...filterValues, ...fixedParams } }),
            },
            format,
          ),
          Name: name.trim(),
          Frequency: frequency,
          ...(frequency === 'week' && { Weekday: weekday }),
          ...(frequency === 'month' && { MonthDay: monthDay }),
          Hour: hour,
          RecipientIds: recipients.map(({ Id }) => Id),
        },
        key: newIdempotencyKey(),
      }),
    onSuccess: ({ Name, NextRunAt }) => {
      const at = NextRunAt ? formatZoned(new Date(NextRunAt), locale, zone) : '';
      showToast({ kind: 'success', heading: translate('exports.schedule.created', { name: Name, at }) });
      void client.invalidateQueries({ queryKey: ['schedules'] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && !isInvisible(name) && recipients.length > 0) mutate();
  };
  const title = translate('exports.schedule.title', { list: listTitle });
  const renderSelect = <Value extends string | number>(
    label: string,
    value: Value,
    onChange: (value: Value) => void,
    options: readonly (readonly [value: Value, title: string])[],
    helperText?: string,
  ) => (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      helperText={helperText}
      onChange={({ target }) => onChange(options.find(([each]) => String(each) === String(target.value))![0])}
    >
      {options.map(([each, text]) => (
        <MenuItem key={each} value={each}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
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
              value={name}
              onChange={({ target }) => setName(target.value)}
              slotProps={{ htmlInput: { maxLength: scheduleNameMaxLength } }}
              sx={{ gridColumn: '1 / -1' }}
            />
            {renderSelect(
              translate('exports.schedule.frequency'),
              frequency,
              setFrequency,
              scheduleFrequencies.map(each => [each, translate(`exports.schedule.${each}`)] as const),
            )}
            {frequency === 'week' &&
              renderSelect(
                translate('exports.schedule.weekday'),
                weekday,
                setWeekday,
                weekdays.map(day => [day, translate(`exports.schedule.weekdays.${day}`)] as const),
              )}
            {frequency === 'month' &&
              renderSelect(
                translate('exports.schedule.monthDay'),
                monthDay,
                setMonthDay,
                monthDays.map(day => [day, String(day)] as const),
                monthDay > 28 ? translate('exports.schedule.monthDayHelp') : undefined,
              )}
            {renderSelect(
              translate('exports.schedule.hour', { zone: zoneName(locale, zone) }),
              hour,
              setHour,
              hours.map(each => [each, `${twoDigits(each)}:00`] as const),
            )}
            {renderSelect(
              translate('exports.schedule.format'),
              format,
              setFormat,
              exportFormats.map(each => [each, translate(`exports.${each}`)] as const),
            )}
            <Autocomplete
              multiple
              options={[...people]}
              value={[...recipients]}
              onChange={(_, value) => setChosen(value)}
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
