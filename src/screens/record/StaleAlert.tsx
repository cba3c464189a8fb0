import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../fields/words.ts';
import type { Resource } from '../../resources/define.ts';
import { fieldBehind } from '../../resources/wire.ts';
import { ValueText } from './ValueText.tsx';
import { wireLabel } from './wireLabel.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record that was saved by somebody else while it stood in a form. */
export interface Stale {
  readonly before: Values;
  readonly now: Values;
}

interface Props extends Stale {
  readonly resource: Resource;
  readonly onSettled: () => void;
}

/** What somebody else changed meanwhile, from what to what. What was typed stays and may be saved, or is given up for theirs. */
export const StaleAlert = ({ resource, before, now, onSettled }: Props) => {
  const words = useWords();
  const translate = useTranslate();
  const { reset } = useFormContext();
  const names = Object.keys(now).filter(
    name =>
      name !== 'Version' && fieldBehind(resource, name) && JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  const takeTheirs = () => {
    reset(now, { keepDirtyValues: false });
    onSettled();
  };
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ mb: 2.5 }}
      action={
        <Button color="inherit" size="small" onClick={takeTheirs}>
          {translate('lists.form.theirs')}
        </Button>
      }
    >
      <AlertTitle>{translate('lists.form.staleTitle')}</AlertTitle>
      {translate('lists.form.staleHelp')}
      <Box component="ul" sx={{ pl: 2, my: 0.5 }}>
        {names.map(name => (
          <li key={name}>
            {wireLabel(resource, name, words)}:{' '}
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
    </Alert>
  );
};
