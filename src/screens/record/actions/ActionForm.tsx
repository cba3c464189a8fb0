import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Identifier, ResourceContextProvider } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { focusFirstInput } from '../../../components/firstInput.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { actionLabel, describedText, useI18n } from '../../../fields/useI18n.ts';
import { type Action, type Described, type Resource, writtenFields } from '../../../schema/define.ts';
import { GuardedForm } from '../../form/GuardedForm.tsx';
import { Inputs } from '../Inputs.tsx';
import { emptyValues, recordSchema } from '../schema.ts';

interface Props {
  readonly resource: Resource;
  readonly name: string;
  readonly action: Action;
  /** The single record of the action. Absent: several records. */
  readonly id?: Identifier;
  /** Text of the submit button. Absent: the label of the action. */
  readonly submit?: string;
  readonly onClose: () => void;
  /** Runs the action. The form shows a thrown error and stays open. */
  readonly onAct: (asked: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Explanation of the action's consequences. */
const About = ({ resource, name, action }: Pick<Props, 'resource' | 'name' | 'action'>) => {
  const i18n = useI18n();
  const on = resource.states?.effectsOn ?? {};
  return (
    <>
      {action.about && (
        <Typography color="textSecondary">
          {describedText(resource, `actions.${name}.about`, action.about, i18n)}
        </Typography>
      )}
      {action.effects && (
        <Box component="section" aria-label={i18n.translate('lists.record.effects')}>
          {Object.entries(action.effects).map(([each, effect]) => (
            <Typography key={each} variant="body2" color="textSecondary">
              {on[each] && describedText(resource, `effectsOn.${each}`, on[each], i18n)}:{' '}
              {describedText(resource, `actions.${name}.effects.${each}`, effect, i18n)}
            </Typography>
          ))}
        </Box>
      )}
    </>
  );
};

const Buttons = ({ resource, name, action, submit, onClose }: Omit<Props, 'id' | 'onAct'>) => {
  const i18n = useI18n();
  const { isSubmitting } = useFormState();
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
      {/* The focus stays in its field, because a field that loses it shows "required" and moves the button. */}
      <Button onMouseDown={event => event.preventDefault()} onClick={onClose}>
        {i18n.translate('frame.cancel')}
      </Button>
      <Button
        type="submit"
        variant="contained"
        color={action.grave && !submit ? 'error' : 'primary'}
        disabled={isSubmitting}
      >
        {submit ?? actionLabel(resource, name, action, i18n)}
      </Button>
    </Box>
  );
};

/** Returns the values of the filled fields by wire name. */
const filled = ({ id: _id, ...values }: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Form of an action on one or many records. It explains the action, asks for the described fields and runs it. */
export const ActionForm = ({ resource, name, action, id, submit, onClose, onAct }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const [failure, setFailure] = useState('');
  const inputs = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirstInput(inputs.current), []);
  const asked = useMemo(
    (): Described => ({ name: `${resource.name}.actions.${name}`, fields: {}, form: [], ...action.asks }),
    [resource, name, action],
  );
  const names = useMemo(() => writtenFields(asked, 'create'), [asked]);
  const schema = useMemo(() => recordSchema(asked, names, i18n), [asked, names, i18n]);
  const blank = useMemo(() => ({ ...(id !== undefined && { id }), ...emptyValues(asked, names) }), [id, asked, names]);
  return (
    <ResourceContextProvider value={asked.name}>
      <GuardedForm
        schema={schema}
        values={blank}
        kept
        tellsFailures
        onSubmit={async values => {
          setFailure('');
          await onAct(filled(values)).catch((error: unknown) => {
            setFailure(reasonOf(error, translate));
            throw error;
          });
          return undefined;
        }}
      >
        <About {...{ resource, name, action }} />
        {failure && <Alert severity="error">{failure}</Alert>}
        <Box ref={inputs} sx={{ display: 'contents' }}>
          <Inputs resource={asked} names={names} />
        </Box>
        <Buttons {...{ resource, name, action, submit, onClose }} />
      </GuardedForm>
    </ResourceContextProvider>
  );
};
