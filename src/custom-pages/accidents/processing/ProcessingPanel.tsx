import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type Control, Controller } from 'react-hook-form';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { LeaveGuard } from '../../../screens/LeaveGuard.tsx';
import { fromLocalInput, toLocalInput } from '../formats.ts';
import { useLease } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { ManyOptions, OneOption } from './OptionField.tsx';
import { StaleAlert } from './StaleAlert.tsx';
import { useTellUnsaved } from './Unsaved.tsx';
import { useProcessing } from './useProcessing.ts';
import type { Values } from './values.ts';

/** The accident an address leads to, whichever bucket it names: the clock and a corrected bucket leave nothing. */
const accidentIn = (pathname: string) => /\/accidents\/[^/]+\/(.+)/.exec(pathname)?.[1];

const singles = [
  'StatusOfRoadAccidentID',
  'ContactPersonStatusId',
  'CrashDynamicsId',
  'UnconfirmationReasonId',
] as const;
const multiples = ['CarPartIds', 'DamageDescriptionIds'] as const;

const Fields = ({ control, disabled }: { control: Control<Values>; disabled: boolean }) => {
  const translate = useTranslate();
  const required = translate('validation.required');
  return (
    <>
      {singles.map(name => (
        <Controller
          key={name}
          name={name}
          control={control}
          rules={name === 'StatusOfRoadAccidentID' ? { required } : {}}
          render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
            <OneOption
              {...{ name, value, onChange, onBlur, disabled }}
              inputRef={ref}
              error={error?.message}
              required={name === 'StatusOfRoadAccidentID'}
            />
          )}
        />
      ))}
      {multiples.map(name => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <ManyOptions {...{ name, value, onChange, onBlur, disabled }} inputRef={ref} />
          )}
        />
      ))}
      <Controller
        name="DateTimeOfNextCall"
        control={control}
        render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
          <TextField
            inputRef={ref}
            type="datetime-local"
            size="small"
            label={translate('accident.fields.DateTimeOfNextCall')}
            value={toLocalInput(value)}
            onChange={event => onChange(fromLocalInput(event.target.value))}
            onBlur={onBlur}
            disabled={disabled}
            error={error !== undefined}
            helperText={error?.message ?? translate('accident.form.nextCallHelp')}
          />
        )}
      />
    </>
  );
};

/** The interview: what the operator found out. */
export const ProcessingPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const { form, save, stale, dirty, reset } = useProcessing(accident);
  useTellUnsaved(dirty);
  return (
    <NeedsLock>
      <LeaveGuard dirty={dirty} placeOf={accidentIn} />
      <Box
        component="form"
        noValidate
        onSubmit={event => void form.handleSubmit(values => save.mutate(values))(event)}
        sx={{ display: 'grid', gap: 1.5, pt: 0.5 }}
      >
        {stale && <StaleAlert stale={stale} />}
        <Fields control={form.control} disabled={!mine} />
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'end' }}>
          <Button onClick={reset} disabled={!dirty || save.isPending}>
            {translate('accident.form.reset')}
          </Button>
          <Button type="submit" variant="contained" disabled={!mine || !dirty} loading={save.isPending}>
            {translate('accident.form.save')}
          </Button>
        </Box>
      </Box>
    </NeedsLock>
  );
};
