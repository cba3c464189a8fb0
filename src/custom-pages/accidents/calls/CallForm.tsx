import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import type { DictionaryName } from '../../../contract/dictionaries.ts';
import { callCommentMaxLength } from '../../../contract/limits.ts';
import { callResult } from '../../../contract/workStatuses.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { useDictionary } from '../../../fields/dictionary.ts';
import { type Choice, Choices } from '../finish/Choices.tsx';
import { NextCall } from '../finish/NextCall.tsx';
import { CopyButton } from '../notes/CopyButton.tsx';
import { useLogCall } from './useLogCall.ts';

const useChoices = (dictionary: DictionaryName): readonly Choice<number>[] =>
  useDictionary(dictionary).map(({ Id, Title }) => ({ id: Number(Id), name: Title }));

const nothing = { result: undefined, reason: undefined, comment: '', callAt: null } as const;
interface Typed {
  readonly result: number | undefined;
  readonly reason: number | undefined;
  readonly comment: string;
  readonly callAt: string | null;
}

/** Form of a phone call: reason, result, time of the next call. */
export const CallForm = ({ accidentId, disabled }: { accidentId: number; disabled: boolean }) => {
  const translate = useTranslate();
  const reasons = useChoices('callReasons');
  const results = useChoices('callResults');
  const logCall = useLogCall(accidentId);
  const [typed, setTyped] = useState<Typed>(nothing);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState(false);
  useUnsaved(typed.comment !== '');
  const change = (changes: Partial<Typed>) => {
    setDone(false);
    setTyped({ ...typed, ...changes });
  };
  const log = async () => {
    if (typed.result === undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      await logCall({
        ResultId: typed.result,
        ...(typed.reason !== undefined && { ReasonId: typed.reason }),
        ...(typed.comment.trim() && { Comment: typed.comment.trim() }),
        ...(typed.result === callResult.callBack && typed.callAt !== null && { DateTimeOfNextCall: typed.callAt }),
      });
      setTyped(nothing);
      setDone(true);
    } catch (cause) {
      // The fields keep their values after an error, so that the person can send them again.
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Choices
        label={translate('accident.calls.reason')}
        choices={reasons}
        chosen={typed.reason === undefined ? [] : [typed.reason]}
        disabled={disabled}
        onToggle={id => change({ reason: id === typed.reason ? undefined : id })}
      />
      <Choices
        label={translate('accident.calls.result')}
        choices={results}
        chosen={typed.result === undefined ? [] : [typed.result]}
        disabled={disabled}
        onToggle={id => change({ result: id === typed.result ? undefined : id })}
      />
      {typed.result === callResult.callBack && (
        <NextCall value={typed.callAt} fault={undefined} onChange={callAt => change({ callAt })} />
      )}
      {typed.result !== undefined && (
        <TextField
          label={translate('accident.calls.comment')}
          value={typed.comment}
          onChange={event => change({ comment: event.target.value })}
          slotProps={{ htmlInput: { maxLength: callCommentMaxLength }, input: { readOnly: disabled } }}
          // Text that was typed before another operator took over stays readable, so that it can be copied.
          disabled={disabled && typed.comment === ''}
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
          disabled={disabled || busy || typed.result === undefined}
          onClick={() => void log()}
        >
          {translate('accident.calls.log')}
        </Button>
        {disabled && typed.comment !== '' && <CopyButton text={typed.comment} />}
        <span role="status">{done && translate('accident.calls.logged')}</span>
      </Box>
    </Box>
  );
};
