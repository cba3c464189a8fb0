import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useReturnFocus } from '../../../components/useReturnFocus.ts';
import type { DictionaryName } from '../../../contract/dictionaries.ts';
import { callCommentMaxLength } from '../../../contract/limits.ts';
import type { LoggedCall } from '../../../contract/shapes/loggedCall.ts';
import { callResult } from '../../../contract/workStatuses.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { useDictionary } from '../../../fields/dictionary.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { type Choice, Choices } from '../finish/Choices.tsx';
import { NextCall } from '../finish/NextCall.tsx';
import { useOfferUndo } from '../finish/useOfferUndo.ts';
import type { MoveProps } from '../header/MoveActions.tsx';
import { useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { CopyButton } from '../notes/CopyButton.tsx';
import { useInterview, useTypedPart } from '../processing/InterviewContext.tsx';
import { type CallDraft, emptyCallDraft } from './callDraft.ts';
import { useLogCall } from './useLogCall.ts';

const useChoices = (dictionary: DictionaryName): readonly Choice<number>[] =>
  useDictionary(dictionary).map(({ Id, Title }) => ({ id: Number(Id), name: Title }));

interface Props extends MoveProps {
  readonly disabled: boolean;
  readonly onLogged: (call: LoggedCall) => void;
}

/** Returns what the operator entered about a phone call, and functions that change and submit it. */
const useCallDraft = ({
  accident,
  results,
  onMoved,
  onLogged,
}: Props & { readonly results: readonly Choice<number>[] }) => {
  const takeLease = useTakeLease();
  const { keeper } = useLease();
  const logCall = useLogCall(accident.Id);
  const offerUndo = useOfferUndo(accident, onMoved);
  const { call: draft, setCall: setDraft, unsaved, save, readValues } = useInterview();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const locale = useLanguage();
  const translate = useTranslate();
  const [done, setDone] = useState('');
  useUnsaved(draft.comment !== '');
  const changeDraft = (changes: Partial<CallDraft>) => {
    setDone('');
    setDraft({ ...draft, ...changes });
  };
  /** Logs the phone call. Resolves to the logged call, or undefined if it was not logged. */
  const logDraft = async (): Promise<LoggedCall | undefined> => {
    if (draft.result === undefined) return undefined;
    setBusy(true);
    setError(undefined);
    try {
      if (!(await takeLease())) return undefined;
      const person = readValues().ContactPersonStatusId;
      const logged = await logCall({
        ResultId: draft.result,
        ...(draft.reason !== undefined && { ReasonId: draft.reason }),
        ...(typeof person === 'number' && { ContactPersonStatusId: person }),
        ...(draft.comment.trim() && { Comment: draft.comment.trim() }),
        ...(draft.result === callResult.callBack && draft.callAt !== null && { DateTimeOfNextCall: draft.callAt }),
      });
      setDraft(emptyCallDraft);
      return logged;
    } catch (cause) {
      // The form keeps its values after an error, so that the operator can send them again.
      setError(cause);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  useTypedPart('call', draft.result === undefined ? undefined : async () => (await logDraft()) !== undefined);
  const submitCall = async () => {
    // The phone call is logged also if an answer is refused: the form shows the refusal.
    if (unsaved) await save();
    const logged = await logDraft();
    if (!logged) return;
    const nextCallAt = logged.DateTimeOfNextCall;
    if (nextCallAt) {
      const result = results.find(({ id }) => id === logged.ResultId)?.name ?? '';
      const when = formatMoment(new Date(nextCallAt), locale);
      offerUndo(translate('accident.calls.next', { result, when }), { offersNext: true });
    } else setDone(translate('accident.calls.logged'));
    onLogged(logged);
    // The case waits for the next phone call, so a colleague may have it.
    if (nextCallAt) await keeper.release();
  };
  return { draft, busy, error, done, changeDraft, submitCall };
};

export const CallForm = (props: Props) => {
  const { accident, disabled } = props;
  const translate = useTranslate();
  const reasons = useChoices('callReasons');
  const results = useChoices('callResults');
  const { draft, busy, error, done, changeDraft, submitCall } = useCallDraft({ ...props, results });
  useReturnFocus(busy);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Choices
        label={translate('accident.calls.result')}
        choices={results}
        chosen={draft.result === undefined ? [] : [draft.result]}
        disabled={disabled}
        onToggle={id => changeDraft({ result: id === draft.result ? undefined : id })}
        onConfirm={() => void submitCall()}
      />
      {draft.result !== undefined && (
        <Choices
          label={translate('accident.calls.reason')}
          choices={reasons}
          chosen={draft.reason === undefined ? [] : [draft.reason]}
          disabled={disabled}
          onToggle={id => changeDraft({ reason: id === draft.reason ? undefined : id })}
        />
      )}
      {draft.result === callResult.callBack && (
        <NextCall
          accidentId={accident.Id}
          value={draft.callAt}
          fault={undefined}
          onChange={callAt => changeDraft({ callAt })}
        />
      )}
      {draft.result !== undefined && (
        <TextField
          label={translate('accident.calls.comment')}
          value={draft.comment}
          onChange={event => changeDraft({ comment: event.target.value })}
          slotProps={{ htmlInput: { maxLength: callCommentMaxLength }, input: { readOnly: disabled } }}
          // Text that was typed before another operator took over stays readable, so that it can be copied.
          disabled={disabled && draft.comment === ''}
          multiline
          maxRows={6}
          fullWidth
        />
      )}
      <UnreadableResponse error={error} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Button
          variant="outlined"
          size="small"
          disabled={disabled || busy || draft.result === undefined}
          onClick={() => void submitCall()}
        >
          {translate('accident.calls.log')}
        </Button>
        {disabled && draft.comment !== '' && <CopyButton getText={() => draft.comment} />}
        <span role="status">{done}</span>
      </Box>
    </Box>
  );
};
