import { yupResolver } from '@hookform/resolvers/yup';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { type Resolver, useController, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { showToast } from '../../feedback/toasts.ts';
import { showAnswered } from '../../fields/answeredErrors.ts';
import { LeaveGuard } from '../../screens/LeaveGuard.tsx';
import { AtHelp } from './AtHelp.tsx';
import { noValues, reportSchema, type Values } from './schema.ts';
import { useReport } from './useReport.ts';
import { VoucherPicker } from './VoucherPicker.tsx';

const sources = ['phone', 'police', 'partner', 'other'] as const;

/** What the contract's fields are called here. */
const fieldOf: { readonly [field: string]: keyof Values } = {
  VoucherId: 'voucher',
  CrashDateTime: 'at',
  Source: 'source',
  City: 'city',
  Street: 'street',
};

/** An accident no device told of: written down, it stands in the queue and is opened. */
export const AccidentCreate = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const resolver = useMemo(
    () => yupResolver(reportSchema(translate, () => new Date())) as unknown as Resolver<Values>,
    [translate],
  );
  const { control, register, handleSubmit, formState, setError } = useForm<Values>({
    mode: 'all',
    defaultValues: noValues(translate('frame.report.sources.phone')),
    resolver,
  });
  // In the order they stand: the first wrong one gets the focus.
  const { ref: voucherRef, ...voucher } = useController({ control, name: 'voucher' }).field;
  const at = register('at');
  const source = useController({ control, name: 'source' }).field;
  const { data: made, mutate, isPending } = useReport();
  const { errors, isDirty } = formState;

  useEffect(() => {
    if (!made) return;
    showToast({ kind: 'success', heading: translate('frame.report.done') });
    navigate(`/cabinet/accidents/opened/${made.Id}/${encodeURIComponent(made.ObjectId)}`, { replace: true });
  }, [made, navigate, translate]);

  const send = (values: Values) =>
    mutate(values, { onError: error => showAnswered(error, { setError }, field => fieldOf[field]) });
  const line = (name: 'at' | 'city' | 'street') => ({
    ...(name === 'at' ? at : register(name)),
    label: translate(`frame.report.${name}`),
    error: errors[name] !== undefined,
    helperText: errors[name]?.message,
    size: 'small' as const,
  });
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {translate('frame.report.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {translate('frame.report.about')}
      </Typography>
      <LeaveGuard dirty={isDirty && !made} />
      <Box
        component="form"
        noValidate
        onSubmit={handleSubmit(send)}
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { md: '1fr 1fr' },
          '& > .whole': { gridColumn: '1 / -1' },
        }}
      >
        <div className="whole">
          <VoucherPicker {...voucher} inputRef={voucherRef} error={errors.voucher?.message} />
        </div>
        <TextField
          {...line('at')}
          type="datetime-local"
          required
          helperText={<AtHelp control={control} error={errors.at?.message} />}
        />
        <Autocomplete
          freeSolo
          disableClearable
          options={sources.map(each => translate(`frame.report.sources.${each}`))}
          filterOptions={all => all}
          inputValue={source.value}
          onInputChange={(_, text) => source.onChange(text)}
          onBlur={source.onBlur}
          renderInput={params => (
            <TextField
              {...params}
              inputRef={source.ref}
              size="small"
              required
              label={translate('frame.report.source')}
              error={errors.source !== undefined}
              helperText={errors.source?.message}
            />
          )}
        />
        <TextField {...line('city')} autoComplete="off" />
        <TextField {...line('street')} autoComplete="off" />
        <Box className="whole" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" disabled={isPending}>
            {translate(isPending ? 'frame.report.sending' : 'frame.report.submit')}
          </Button>
          <Button component={Link} to="/cabinet/accidents/opened/">
            {translate('frame.report.cancel')}
          </Button>
        </Box>
      </Box>
    </Paper>
  );
};
