import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useCreate, useInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import type { string } from 'yup';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { type City, cityRadiusM } from '../../components/map/cities.ts';
import { type PastPlace, PlaceBox } from '../../components/map/PlaceBox.tsx';
import { PlaceMap } from '../../components/map/PlaceMap.tsx';
import { useDebounced } from '../../components/useDebounced.ts';
import { focusClientState } from '../../components/useNextCase.ts';
import { clockToleranceMs } from '../../contract/limits.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import type { VoucherOption } from '../../contract/shapes/voucher.ts';
import { showToast } from '../../feedback/toasts.ts';
import { formatMoment } from '../../fields/format.ts';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { inputs } from '../../fields/inputs/registry.tsx';
import { type I18n, useI18n } from '../../fields/useI18n.ts';
import { accidents } from '../../resources/accidents.ts';
import { accidentReport } from '../../resources/forms/pageForms.ts';
import { accidentPath, accidentsPath } from '../../routes/listAddress.ts';
import { formatPlace, parsePlace } from '../../schema/kinds/coordinates.ts';
import { minuteMs } from '../../schema/kinds/time.ts';
import { recordSchema } from '../../screens/record/Inputs.tsx';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';

type Props = TextFieldProps & Pick<ReturnType<typeof useInput>, 'field' | 'fieldState'>;

/** Text box of a drop-down list with search. It shows that the field is required, and the error of the field. */
const PickerTextBox = ({ field, fieldState, helperText, ...props }: Props) => (
  <TextField
    {...props}
    inputRef={field.ref}
    required
    error={fieldState.invalid}
    helperText={fieldState.error?.message ?? helperText}
  />
);

const minSearchLength = 2;

const formatVoucher = ({ VoucherNumber, ClientName }: VoucherOption) => `${VoucherNumber} · ${ClientName}`;
const formatCar = ({ VehicleRegNumber, VehicleBrand, VehicleModel }: VoucherOption) =>
  [VehicleRegNumber, VehicleBrand, VehicleModel].filter(Boolean).join(' ');

/** Field that finds a voucher by any detail that a client can give on the phone. */
const VoucherPicker = ({ source, label, help }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  const [value, setValue] = useState<VoucherOption | null>(null);
  const [typedText, setTyped] = useState('');
  const search = useDebounced(value && typedText === formatVoucher(value) ? '' : typedText.trim());
  const isLongEnough = search.length >= minSearchLength;
  const { data, isFetching } = useQuery({
    queryKey: ['voucher', 'pick', search],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/pick')({ query: { search }, signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      options={isLongEnough && data ? data : []}
      value={value}
      onChange={(_, voucher) => {
        setValue(voucher);
        field.onChange(voucher?.Id ?? null);
      }}
      inputValue={typedText}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={() => field.onBlur()}
      // Shows all vouchers that the server found, because the server's search tolerates more typing errors than this
      // list.
      filterOptions={all => all}
      getOptionLabel={formatVoucher}
      getOptionKey={({ Id }) => Id}
      isOptionEqualToValue={(a, b) => a.Id === b.Id}
      loading={isFetching}
      loadingText={translate('accident.report.searching')}
      noOptionsText={translate(isLongEnough ? 'accident.report.nothing' : 'accident.report.type')}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          <span>
            {formatVoucher(option)}
            <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
              {formatCar(option)}
            </Typography>
          </span>
        </li>
      )}
      renderInput={params => (
        <PickerTextBox
          {...params}
          {...{ field, fieldState, label }}
          helperText={value ? formatCar(value) : help}
          autoFocus
        />
      )}
    />
  );
};

/** Radius of the circle that marks the chosen place on the map, m. */
const markRadiusM = 50;

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Warns of accidents of the same car at about the same time, because a device usually reports before a person does. */
const DuplicateWarning = () => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [voucher, at]: readonly unknown[] = useWatch({ name: ['VoucherId', 'CrashDateTime'] });
  const hasVoucherAndTime = typeof voucher === 'number' && isMoment(at);
  const { data } = useQuery({
    queryKey: ['accidents', 'near', voucher, at],
    queryFn: ({ signal }) =>
      api('GET /api/v2/Accident/near')({ query: { VoucherId: Number(voucher), CrashDateTime: String(at) }, signal }),
    enabled: hasVoucherAndTime,
    // The result is not cached, because a colleague or the device may report the accident meanwhile.
    gcTime: 0,
  });
  if (!hasVoucherAndTime || !data) return null;
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

const reporterKeys = ['phone', 'police', 'partner', 'other'] as const;

const SourceInput = ({ source, label }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={reporterKeys.map(each => translate(`accident.report.sources.${each}`))}
      filterOptions={all => all}
      inputValue={field.value}
      onInputChange={(_, text) => field.onChange(text)}
      onBlur={() => field.onBlur()}
      renderInput={params => <PickerTextBox {...params} {...{ field, fieldState, label }} />}
    />
  );
};

const presentMinute = (): string => new Date(Math.floor(serverNow() / minuteMs) * minuteMs).toISOString();

const TimeInput = (props: InputProps) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const setNow = () => setValue(props.source, presentMinute(), { shouldDirty: true, shouldValidate: true });
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <inputs.moment {...props} />
      </Box>
      {/* The button stands beside the box, below the label. */}
      <Button size="small" onClick={setNow} sx={{ mt: 3.25, flex: 'none' }}>
        {translate('accident.report.now')}
      </Button>
    </Box>
  );
};

/**
 * Input for the place as coordinates, which can be typed, pasted or chosen on a map. A chosen city only opens the map,
 * because the centre of a city is not the place of the accident.
 */
const PlaceInput = ({ source, label, help, field: { maxLength } }: InputProps) => {
  const { locale, translate } = useI18n();
  const { field, fieldState } = useInput({ source });
  const { getValues, setValue } = useFormContext();
  const [showsMap, setShowsMap] = useState(false);
  const [city, setCity] = useState<City>();
  const text = String(field.value ?? '');
  const setPlace = (place: string) => setValue(source, place, { shouldDirty: true, shouldValidate: true });
  const fillBlank = (name: string, value: string) => {
    if (!getValues(name)) setValue(name, value, { shouldDirty: true });
  };
  const takePastPlace = (chosen: PastPlace) => {
    fillBlank('City', chosen.city);
    fillBlank('Street', chosen.street);
    setPlace(chosen.place);
  };
  const openCity = (chosen: City) => {
    fillBlank('City', chosen.name[locale]);
    const [firstPart = '', ...rest] = text.split(',');
    // The city has a field of its own.
    const namesCity = Object.values(chosen.name).some(name => name.toLowerCase() === firstPart.trim().toLowerCase());
    if (rest.length > 0) fillBlank('Street', namesCity ? rest.join(',').trim() : text);
    setPlace('');
    setCity(chosen);
    setShowsMap(true);
  };
  const place = parsePlace(text);
  const awaitsPlace = city && !place;
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <PlaceBox
            {...{ label, maxLength }}
            value={text}
            onChange={field.onChange}
            onCity={openCity}
            onPastPlace={takePastPlace}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
            help={awaitsPlace ? translate('accident.report.cityOnMap', { city: city.name[locale] }) : help}
            unreadHelp={translate('accident.report.placeWrong')}
          />
        </Box>
        <Button
          size="small"
          aria-expanded={showsMap}
          onClick={() => setShowsMap(!showsMap)}
          sx={{ mt: 3.25, flex: 'none' }}
        >
          {translate('accident.report.onMap')}
        </Button>
      </Box>
      {showsMap && (
        <Box sx={{ mt: 1 }}>
          <PlaceMap
            // A new city replaces the map, because an existing map does not move to a new circle.
            key={city?.name.en}
            height="280px"
            place={awaitsPlace ? [city.latitude, city.longitude] : place}
            radiusM={awaitsPlace ? cityRadiusM(city) : markRadiusM}
            onPick={(latitude, longitude) => setPlace(formatPlace(latitude, longitude))}
          />
        </Box>
      )}
    </Box>
  );
};

const fieldNames = Object.keys(accidentReport.fields);
const customInputs = { VoucherId: VoucherPicker, CrashDateTime: TimeInput, Source: SourceInput, Place: PlaceInput };

const reportSchema = (i18n: I18n) => {
  const schema = recordSchema(accidentReport, fieldNames, i18n);
  const momentSchema = schema.fields.CrashDateTime as unknown as ReturnType<typeof string>;
  const pastMomentSchema = momentSchema.test('past', i18n.translate('accident.report.atLater'), value =>
    value ? new Date(value).getTime() <= serverNow() + clockToleranceMs : true,
  );
  const placeSchema = schema.fields.Place as unknown as ReturnType<typeof string>;
  const parsablePlaceSchema = placeSchema.test('place', i18n.translate('accident.report.placeWrong'), value =>
    value?.trim() ? parsePlace(value) !== undefined : true,
  );
  return schema.shape({ CrashDateTime: pastMomentSchema, Place: parsablePlaceSchema });
};

const makeEmptyReport = (source: string, time: string) => ({
  VoucherId: null,
  // Most people call at once. The operator changes the time if the caller names another one.
  CrashDateTime: time,
  Source: source,
  City: null,
  Street: null,
  Place: null,
  Note: null,
});

/** Returns the request body of a new accident without empty values. The reporting operator also gets the lease. */
const toRequestBody = ({ Place, ...values }: Readonly<Record<string, unknown>>) => {
  const [Latitude, Longitude] = parsePlace(String(Place ?? '')) ?? [];
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return { ...Object.fromEntries(given), ...(Latitude !== undefined && { Latitude, Longitude }), Claim: true };
};

export const AccidentCreate = () => {
  const i18n = useI18n();
  const { translate } = i18n;
  const navigate = useNavigate();
  const schema = useMemo(() => reportSchema(i18n), [i18n]);
  const [openedAt] = useState(presentMinute);
  const emptyValues = useMemo(
    () => makeEmptyReport(translate('accident.report.sources.phone'), openedAt),
    [translate, openedAt],
  );
  const [create, { data: created }] = useCreate<AccidentDetail & { readonly id: number }, Error>();

  // The page is left in an effect, because the form must first register that no input is unsaved.
  useEffect(() => {
    if (!created) return;
    showToast({ kind: 'success', heading: translate('accident.report.done') });
    navigate(accidentPath('opened', created.Id, created.ObjectId), { replace: true, state: focusClientState });
  }, [created, navigate, translate]);

  return (
    <NewRecordCard
      resource={accidentReport}
      names={fieldNames}
      replacements={customInputs}
      schema={schema}
      defaultValues={emptyValues}
      title={translate('accident.report.title')}
      description={translate('accident.report.about')}
      saveLabel={translate('accident.report.submit')}
      savingLabel={translate('accident.report.sending')}
      cancelPath={accidentsPath('opened')}
      cancelLabel={translate('accident.report.cancel')}
      onSubmit={values => create(accidents.name, { data: toRequestBody(values) }, { returnPromise: true })}
    >
      <DuplicateWarning />
    </NewRecordCard>
  );
};
