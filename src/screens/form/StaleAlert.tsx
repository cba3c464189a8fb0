import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { wireLabel } from '../../fields/labels.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { ValueText } from '../../fields/ValueText.tsx';
import { type Described, formSteps } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { writtenNames } from '../../schema/wire.ts';
import type { Stale } from './useStale.ts';

interface Props extends Stale {
  readonly resource: Described;
  /** Title, if the alert is not about a record that another person saved. */
  readonly title?: string;
  readonly onSettled: () => void;
}

/** Changes of another person, with old and new values. The user keeps the input and may save it, or discards it. */
export const StaleAlert = ({ resource, before, now, title, onSettled }: Props) => {
  const i18n = useI18n();
  const translate = useTranslate();
  const { reset } = useFormContext();
  const names = formSteps(resource)
    .flatMap(({ rows }) => rows.flat())
    .flatMap(name => writtenNames(name, resource.fields[name] as Field))
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  const takeTheirs = () => {
    reset(undefined, { keepDirtyValues: false });
    onSettled();
  };
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{title ?? translate('lists.form.staleTitle')}</AlertTitle>
      {translate('lists.form.staleHelp')}
      <Box component="ul" sx={{ pl: 2, my: 0.5, overflowWrap: 'anywhere' }}>
        {names.map(name => (
          <li key={name}>
            {wireLabel(resource, name, i18n)}:{' '}
            <del>
              <ValueText {...{ resource, name }} value={before[name]} />
            </del>{' '}
            →{' '}
            <b>
              <ValueText {...{ resource, name }} value={now[name]} />
            </b>
          </li>
        ))}
      </Box>
      <Button color="inherit" size="small" onClick={takeTheirs} sx={{ ml: -0.5 }}>
        {translate('lists.form.theirs')}
      </Button>
    </Alert>
  );
};
