import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { wireLabel } from '../../fields/labels.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { ValueText } from '../../fields/ValueText.tsx';
import { type FormDescription, formSteps } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { wireNamesForWriting } from '../../schema/wire.ts';
import type { StaleRecord } from './useStale.ts';

interface Props extends StaleRecord {
  readonly resource: FormDescription;
  /** Title of the alert. Needed if the alert is not about a record that another person saved. */
  readonly title?: string;
  readonly onSettled: () => void;
}

/**
 * Alert about changes that another person saved meanwhile, with old and new values. The user saves the own input all
 * the same, or discards it.
 */
export const StaleAlert = ({ resource, oldValues, currentValues, title, onSettled }: Props) => {
  const i18n = useI18n();
  const translate = useTranslate();
  const { reset } = useFormContext();
  const changedNames = formSteps(resource)
    .flatMap(({ rows }) => rows.flat())
    .flatMap(name => wireNamesForWriting(name, resource.fields[name] as Field))
    .filter(name => JSON.stringify(oldValues[name]) !== JSON.stringify(currentValues[name]));
  const discardInput = () => {
    reset(undefined, { keepDirtyValues: false });
    onSettled();
  };
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{title ?? translate('lists.form.staleTitle')}</AlertTitle>
      {translate('lists.form.staleHelp')}
      <Box component="ul" sx={{ pl: 2, my: 0.5, overflowWrap: 'anywhere' }}>
        {changedNames.map(name => (
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
      <Button color="inherit" size="small" onClick={discardInput} sx={{ ml: -0.5 }}>
        {translate('lists.form.theirs')}
      </Button>
    </Alert>
  );
};
