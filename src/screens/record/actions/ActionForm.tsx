import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Identifier, ResourceContextProvider } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { reasonOf } from '../../../feedback/refusal.ts';
import { actionLabel, describedText, useI18n } from '../../../fields/useI18n.ts';
import { type Action, type FormDescription, type Resource, writableFields } from '../../../schema/define.ts';
import { GuardedForm } from '../../form/GuardedForm.tsx';
import { emptyValues, Inputs, recordSchema } from '../Inputs.tsx';

const firstInputSelector = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/** Moves the focus to the first input, so that the user can type at once. */
const focusFirstInput = (container: HTMLElement | null): void =>
  container?.querySelector<HTMLElement>(firstInputSelector)?.focus();

interface Props {
  readonly resource: Resource;
  readonly actionName: string;
  readonly action: Action;
  /** Id of the record on which the action runs. Absent: the action runs on several records. */
  readonly id?: Identifier;
  readonly submitLabel?: string;
  readonly onClose: () => void;
  /** Runs the action. The form shows a thrown error and stays open. */
  readonly onSubmit: (values: Readonly<Record<string, unknown>>) => Promise<void>;
}

const ActionDescription = ({ resource, actionName, action }: Pick<Props, 'resource' | 'actionName' | 'action'>) => {
  const i18n = useI18n();
  const effectTargets = resource.states?.effectsOn ?? {};
  return (
    <>
      {action.consequences && (
        <Typography color="textSecondary">
          {describedText(resource, `actions.${actionName}.about`, action.consequences, i18n)}
        </Typography>
      )}
      {action.effects && (
        <Box component="section" aria-label={i18n.translate('lists.record.effects')}>
          {Object.entries(action.effects).map(([each, effect]) => (
            <Typography key={each} variant="body2" color="textSecondary">
              {effectTargets[each] && describedText(resource, `effectsOn.${each}`, effectTargets[each], i18n)}:{' '}
              {describedText(resource, `actions.${actionName}.effects.${each}`, effect, i18n)}
            </Typography>
          ))}
        </Box>
      )}
    </>
  );
};

const FormButtons = ({ resource, actionName, action, submitLabel, onClose }: Omit<Props, 'id' | 'onSubmit'>) => {
  const i18n = useI18n();
  const { isSubmitting } = useFormState();
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
      {/* Cancel does not take the focus. A field that loses the focus shows "required" and moves the button. */}
      <Button onMouseDown={event => event.preventDefault()} onClick={onClose}>
        {i18n.translate('frame.cancel')}
      </Button>
      <Button
        type="submit"
        variant="contained"
        color={action.dangerous && !submitLabel ? 'error' : 'primary'}
        disabled={isSubmitting}
      >
        {submitLabel ?? actionLabel(resource, actionName, action, i18n)}
      </Button>
    </Box>
  );
};

const omitEmpty = ({ id: _id, ...values }: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

export const ActionForm = ({ resource, actionName, action, id, submitLabel, onClose, onSubmit }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const [failure, setFailure] = useState('');
  const inputs = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirstInput(inputs.current), []);
  const actionForm = useMemo(
    (): FormDescription => ({ name: `${resource.name}.actions.${actionName}`, fields: {}, form: [], ...action.dialog }),
    [resource, actionName, action],
  );
  const names = useMemo(() => writableFields(actionForm, 'create'), [actionForm]);
  const schema = useMemo(() => recordSchema(actionForm, names, i18n), [actionForm, names, i18n]);
  const blankValues = useMemo(
    () => ({ ...(id !== undefined && { id }), ...emptyValues(actionForm, names) }),
    [id, actionForm, names],
  );
  return (
    <ResourceContextProvider value={actionForm.name}>
      <GuardedForm
        schema={schema}
        values={blankValues}
        skipsLeaveGuard
        childrenShowFailures
        onSubmit={async values => {
          setFailure('');
          await onSubmit(omitEmpty(values)).catch((error: unknown) => {
            setFailure(reasonOf(error, translate));
            throw error;
          });
          return undefined;
        }}
      >
        <ActionDescription {...{ resource, actionName, action }} />
        {failure && <Alert severity="error">{failure}</Alert>}
        <Box ref={inputs} sx={{ display: 'contents' }}>
          <Inputs resource={actionForm} names={names} />
        </Box>
        <FormButtons {...{ resource, actionName, action, submitLabel, onClose }} />
      </GuardedForm>
    </ResourceContextProvider>
  );
};
