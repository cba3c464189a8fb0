import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { useSaveContext, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { type Resource, writtenFields } from '../../schema/define.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { CancelButton } from './CancelButton.tsx';
import { DraftAlert } from './DraftAlert.tsx';
import { Inputs } from './Inputs.tsx';
import { Steps } from './Steps.tsx';
import { emptyValues, recordSchema } from './schema.ts';
import { useStoredDraft } from './useStoredDraft.ts';

interface Props {
  readonly resource: Resource;
  readonly verb: 'create' | 'update';
  /** Path of the cancel link. */
  readonly cancel: string;
  readonly onFailure?: (error: unknown) => void;
  /** Content above the inputs. */
  readonly children?: ReactNode;
}

/** Saves with the surrounding `Create` or `Edit`. Rejects if the call fails. */
const useSave = (
  { resource, onFailure }: Pick<Props, 'resource' | 'onFailure'>,
  names: readonly string[],
  onSaved: () => void,
) => {
  const { save } = useSaveContext();
  return async (values: FieldValues) => {
    let failure: unknown;
    const asked = withoutNeedless(resource, names, values);
    const onError = (error: unknown) => {
      failure = error;
    };
    // Runs before the page is left, so that saved input does not count as unsaved.
    await save?.(asked, { onError });
    if (failure === undefined) {
      onSaved();
      return undefined;
    }
    onFailure?.(failure);
    throw failure;
  };
};

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A field that another field replaces (`unless`) is not sent, even if it holds typed text. */
const withoutNeedless = ({ fields }: Resource, names: readonly string[], values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const other = fields[name]?.unless;
      return other === undefined || !names.includes(other) || isNothing(values[other]);
    }),
  );

/**
 * Generated form of a resource. It validates while the user types, and shows the server's faults at their fields. A
 * record that another person saves meanwhile does not overwrite typed input.
 */
export const RecordForm = ({ resource, verb, cancel, onFailure, children }: Props) => {
  const translate = useTranslate();
  const names = useMemo(() => writtenFields(resource, verb), [resource, verb]);
  const schema = useMemo(() => recordSchema(resource, names, translate), [resource, names, translate]);
  const stepped = resource.form !== undefined && 'steps' in resource.form ? resource.form : undefined;
  const draft = useStoredDraft(verb === 'create' && stepped?.draft ? resource.name : undefined);
  const empty = useMemo(() => emptyValues(resource, names), [resource, names]);
  const inSteps = verb === 'create' && stepped !== undefined;
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, pt: { xs: 2, md: 2 } }}>
      <GuardedForm
        key={draft.key}
        schema={schema}
        defaultValues={verb === 'create' ? { ...empty, ...draft.values } : undefined}
        kept={draft.isEnabled && draft.isStored}
        onSubmit={useSave({ resource, onFailure }, names, draft.discard)}
      >
        {children}
        <DraftAlert draft={draft} />
        {inSteps ? (
          <Steps {...{ resource, names, cancel }} form={stepped} isStored={draft.isStored} />
        ) : (
          <>
            <Inputs resource={resource} names={names} />
            <FormActions save={translate('lists.form.save')} always={verb === 'create'}>
              <CancelButton to={cancel} />
            </FormActions>
          </>
        )}
      </GuardedForm>
    </Box>
  );
};
