import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { currentRecordIn } from '../../api/client.ts';
import type { Values } from '../../contract/describedTypes.ts';
import type { WireRecord } from '../../dataProvider/request.ts';
import { wireLabel } from '../../fields/labels.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { ValueText } from '../../fields/ValueText.tsx';
import { type FormDescription, formSteps } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { wireNamesForWriting } from '../../schema/wire.ts';

/** A record that another person saved while it was being edited. */
interface StaleRecord {
  readonly oldValues: Values;
  readonly currentValues: Values;
}

/**
 * Handles the server's refusal of a form because the `Version` of its record is old. Typed input stays, the other
 * fields show the present record. Saving again writes the input. `queryKey` is the record's query key. `toValues`
 * converts the record in the server's answer for the cache.
 */
export const useStale = (queryKey: QueryKey, toValues: (record: WireRecord) => Values = record => record) => {
  const client = useQueryClient();
  const [stale, setStale] = useState<StaleRecord>();
  return {
    stale,
    settle: () => setStale(undefined),
    /** Returns true if the server refused the change because the version of the record was old. */
    onFailure: (error: unknown): boolean => {
      const currentRecord = currentRecordIn(error) as WireRecord | undefined;
      if (!currentRecord) return false;
      setStale({ oldValues: client.getQueryData<Values>(queryKey) ?? {}, currentValues: currentRecord });
      client.setQueryData(queryKey, toValues(currentRecord));
      return true;
    },
  };
};

interface Props extends StaleRecord {
  readonly resource: FormDescription;
  /** Title of the alert. Needed if the alert is not about a record of a list. */
  readonly title?: string;
  readonly onSettled: () => void;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Alert about changes that were saved elsewhere meanwhile, with old and new values. Fields that the user changed too
 * stand apart, because saving again replaces them. The form already shows the other changes. If only values outside
 * the form changed, the alert says so.
 */
export const StaleAlert = ({ resource, oldValues, currentValues, title, onSettled }: Props) => {
  const i18n = useI18n();
  const translate = useTranslate();
  const { reset } = useFormContext();
  const { dirtyFields } = useFormState();
  const formValues: Values = useWatch();
  const changedNames = formSteps(resource)
    .flatMap(({ rows }) => rows.flat())
    .flatMap(name => wireNamesForWriting(name, resource.fields[name] as Field))
    .filter(name => !isEqual(oldValues[name], currentValues[name]));
  const isReplaced = (name: string) => Boolean(dirtyFields[name]) && !isEqual(formValues[name], currentValues[name]);
  const groups = [
    { key: 'lists.form.staleReplaced', names: changedNames.filter(isReplaced) },
    { key: 'lists.form.staleShown', names: changedNames.filter(name => !isReplaced(name)) },
  ].filter(({ names }) => names.length > 0);
  const discardInput = () => {
    reset(undefined, { keepDirtyValues: false });
    onSettled();
  };
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{title ?? translate('lists.form.staleTitle')}</AlertTitle>
      {translate('lists.form.staleHelp')}
      {groups.length === 0 && ` ${translate('lists.form.staleElsewhere')}`}
      {groups.map(({ key, names }) => (
        <Box key={key}>
          {translate(key)}
          <Box component="ul" sx={{ pl: 2, my: 0.5, overflowWrap: 'anywhere' }}>
            {names.map(name => (
              <li key={name}>
                {wireLabel(resource, name, i18n)}:{' '}
                <del>
                  <ValueText {...{ resource, name }} value={oldValues[name]} />
                </del>{' '}
                →{' '}
                <b>
                  <ValueText {...{ resource, name }} value={currentValues[name]} />
                </b>
              </li>
            ))}
          </Box>
        </Box>
      ))}
      <Button color="inherit" size="small" onClick={discardInput} sx={{ ml: -0.5, display: 'block' }}>
        {translate('lists.form.discardInput')}
      </Button>
    </Alert>
  );
};
