import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useIsPhone } from '../../components/useIsPhone.ts';

const names = ['file', 'columns', 'check', 'run', 'result'] as const;
export type StepName = (typeof names)[number];

/** Steps of an import, with the present one marked. */
export const ImportSteps = ({ now }: { now: StepName }) => {
  const translate = useTranslate();
  const phone = useIsPhone();
  const at = names.indexOf(now);
  if (phone)
    return (
      <Typography variant="h3" component="p">
        {translate('imports.stepOf', { n: at + 1, of: names.length, title: translate(`imports.steps.${now}`) })}
      </Typography>
    );
  return (
    <Stepper activeStep={at} component="ol" sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {names.map((name, place) => (
        <Step
          key={name}
          component="li"
          completed={place < at || now === 'result'}
          aria-current={name === now ? 'step' : undefined}
        >
          <StepLabel>{translate(`imports.steps.${name}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
};
