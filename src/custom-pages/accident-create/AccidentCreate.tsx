import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCreate, useInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../api/client.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import { showToast } from '../../feedback/toasts.ts';
import { formatMoment } from '../../fields/format.ts';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { accidents } from '../../resources/accidents.ts';
import { accidentPath, accidentsPath } from '../../routes/listAddress.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';
import { PickerTextBox } from './PickerTextBox.tsx';
import { bodyOf, noReport, report, reportSchema } from './report.ts';
import { VoucherPicker } from './VoucherPicker.tsx';

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Warns of accidents of the same car at about the same time, because a device usually reports before a person does. */
const AlreadyThere = () => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [voucher, at]: readonly unknown[] = useWatch({ name: ['VoucherId', 'CrashDateTime'] });
  const known = typeof voucher === 'number' && isMoment(at);
  const { data } = useQuery({
    queryKey: ['accidents', 'near', voucher, at],
    queryFn: ({ signal }) =>
      api('GET /api/v2/Accident/near')({ query: { VoucherId: Number(voucher), CrashDateTime: String(at) }, signal }),
    enabled: known,
    // Not cached, because a colleague or the device may report the accident meanwhile.
    gcTime: 0,
  });
  if (!known || !data) return null;
  return data.map(({ Id, ObjectId, CrashUniqueIdentifier, CrashDateTime, Status }) => (
    <Alert
      key={Id}
      severity="warning"
      action={
        <Button component={Link} to={accidentPath(Status, Id, ObjectId)} color="inherit" size="small">
          {translate('accident.near.open')}
        </Button>
      }
    >
      {translate('accident.near.there', {
        id: CrashUniqueIdentifier,
        when: formatMoment(new Date(CrashDateTime), locale),
      })}
    </Alert>
  ));
};

const sources = ['phone', 'police', 'partner', 'other'] as const;

/** Input for the reporter: a suggestion or free text. */
const SourceInput = ({ source, label }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={sources.map(each => translate(`accident.report.sources.${each}`))}
      filterOptions={all => all}
      inputValue={field.value}
      onInputChange={(_, text) => field.onChange(text)}
      onBlur={() => field.onBlur()}
      renderInput={params => <PickerTextBox {...params} {...{ field, fieldState, label }} />}
    />
  );
};

const names = Object.keys(report.fields);
const replaced = { VoucherId: VoucherPicker, Source: SourceInput };

/** Form for an accident without a device. The created accident opens afterwards. */
export const AccidentCreate = () => {
  const i18n = useI18n();
  const { translate } = i18n;
  const navigate = useNavigate();
  const schema = useMemo(() => reportSchema(i18n), [i18n]);
  const empty = useMemo(() => noReport(translate('accident.report.sources.phone')), [translate]);
  const [create, { data: made }] = useCreate<AccidentDetail & { readonly id: number }, Error>();

  // The page is left in an effect, because the form must first register that no input is unsaved.
  useEffect(() => {
    if (!made) return;
    showToast({ kind: 'success', heading: translate('accident.report.done') });
    navigate(accidentPath('opened', made.Id, made.ObjectId), { replace: true });
  }, [made, navigate, translate]);

  return (
    <NewRecordCard
      resource={report}
      names={names}
      replaced={replaced}
      schema={schema}
      defaultValues={empty}
      title={translate('accident.report.title')}
      about={translate('accident.report.about')}
      save={translate('accident.report.submit')}
      saving={translate('accident.report.sending')}
      cancelTo={accidentsPath('opened')}
      cancel={translate('accident.report.cancel')}
      onSubmit={values => create(accidents.name, { data: bodyOf(values) }, { returnPromise: true })}
    >
      <AlreadyThere />
    </NewRecordCard>
  );
};
