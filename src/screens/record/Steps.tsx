import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Step from '@mui/material/Step';
import StepButton from '@mui/material/StepButton';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useIsPhone } from '../../components/useIsPhone.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import type { SteppedForm } from '../../schema/forms.ts';
import { writtenNames } from '../../schema/wire.ts';
import { FormActions } from '../form/FormActions.tsx';
import { CancelButton } from './CancelButton.tsx';
import { Inputs } from './Inputs.tsx';

interface Props {
  readonly resource: Resource;
  readonly form: SteppedForm;
  readonly names: readonly string[];
  readonly cancel: string;
  /** The browser's storage takes the draft. */
  readonly isStored: boolean;
}

/** Returns the wire names of each step. */
const stepNames = ({ resource: { fields }, form, names }: Props): readonly (readonly string[])[] =>
  form.steps.map(({ rows }) =>
    rows
      .flat()
      .filter(name => names.includes(name))
      .flatMap(name => writtenNames(name, fields[name] as Field)),
  );

/**
 * A form in steps. The next step is shown when this one is valid. The user may go back to any step, and forward by its
 * head. A fault found on sending leads to its step.
 */
export const Steps = (props: Props) => {
  const { resource, form, names, cancel, isStored } = props;
  const { translate, locale } = useI18n();
  const phone = useIsPhone();
  const { trigger, setFocus } = useFormContext();
  const { errors, submitCount, isSubmitting, isSubmitSuccessful } = useFormState();
  const [at, setAt] = useState(0);
  const inSteps = stepNames(props);
  const faulty = inSteps.map(step => step.some(name => errors[name] !== undefined));
  const last = at === form.steps.length - 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was sent
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || isSubmitSuccessful) return;
    const step = faulty.indexOf(true);
    const name = inSteps[step]?.find(each => errors[each] !== undefined);
    if (step < 0 || name === undefined) return;
    setAt(step);
    // Waits until the input of the step is rendered.
    setTimeout(() => setFocus(name));
  }, [submitCount, isSubmitting]);

  const fields = useRef<HTMLElement>(null);
  /** Shows a step from its top, because the pressed button stands below a long step. */
  const go = (step: number) => {
    setAt(step);
    setTimeout(() => {
      fields.current?.focus({ preventScroll: true });
      fields.current?.scrollIntoView?.();
    });
  };
  const next = async () => {
    if (await trigger([...(inSteps[at] ?? [])], { shouldFocus: true })) go(at + 1);
  };
  const title = form.steps[at]?.title[locale] ?? '';
  return (
    <>
      {phone ? (
        <Typography color="textSecondary">
          {translate('lists.form.step', { n: at + 1, count: form.steps.length, title })}
        </Typography>
      ) : (
        <Stepper nonLinear activeStep={at} sx={{ mb: 1 }}>
          {form.steps.map((step, index) => (
            <Step key={step.title.en} completed={index < at && !faulty[index]}>
              <StepButton color="inherit" onClick={() => go(index)}>
                <StepLabel error={faulty[index]}>{step.title[locale]}</StepLabel>
              </StepButton>
            </Step>
          ))}
        </Stepper>
      )}
      <Box
        role="group"
        aria-label={title}
        key={at}
        ref={fields}
        tabIndex={-1}
        // The frame's bars and the form's heading stay visible above the step.
        sx={{ outline: 'none', scrollMarginTop: 240 }}
      >
        <Inputs resource={resource} names={names.filter(name => form.steps[at]?.rows.flat().includes(name))} />
      </Box>
      {/* Enter in an input sends the form: before the last step it goes on. */}
      {last ? (
        <FormActions save={translate('lists.form.save')} always>
          <Button onClick={() => go(at - 1)}>{translate('lists.form.back')}</Button>
          <CancelButton to={cancel} />
        </FormActions>
      ) : (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="contained" onClick={() => void next()}>
            {translate('lists.form.next')}
          </Button>
          {at > 0 && <Button onClick={() => go(at - 1)}>{translate('lists.form.back')}</Button>}
          <CancelButton to={cancel} />
        </Box>
      )}
      {form.draft && isStored && (
        <Typography variant="caption" color="textSecondary">
          {translate('lists.form.draftKept')}
        </Typography>
      )}
    </>
  );
};
