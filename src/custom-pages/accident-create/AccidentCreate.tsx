import Autocomplete from '@mui/material/Autocomplete';
import { useEffect, useMemo } from 'react';
import { useCreate, useInput, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import { showToast } from '../../feedback/toasts.ts';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { accidents } from '../../resources/accidents.ts';
import { accidentPath, accidentsPath } from '../../routes/listAddress.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';
import { AlreadyThere } from './AlreadyThere.tsx';
import { PickerBox } from './PickerBox.tsx';
import { bodyOf, noReport, report, reportSchema } from './report.ts';
import { VoucherPicker } from './VoucherPicker.tsx';

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
      renderInput={params => <PickerBox {...params} {...{ field, fieldState, label }} />}
    />
  );
};

const names = Object.keys(report.fields);
const replaced = { VoucherId: VoucherPicker, Source: SourceInput };

/** Form for an accident without a device. The created accident opens afterwards. */
export const AccidentCreate = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const schema = useMemo(() => reportSchema(translate), [translate]);
  const empty = useMemo(() => noReport(translate('accident.report.sources.phone')), [translate]);
  const [create, { data: made }] = useCreate<AccidentDetail & { readonly id: number }, Error>();

  // Runs after the form has registered that nothing is unsaved.
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
