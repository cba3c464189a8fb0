import PhoneCallbackOutlinedIcon from '@mui/icons-material/PhoneCallbackOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { callResult } from '../../../contract/workStatuses.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import { useDictionary } from '../../../fields/dictionary.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { useLogCall } from './useLogCall.ts';

/** Returns true for results that end the work for now. The case returns to the queue until its next call. */
const isOver = (result: number) => result !== callResult.reached && result !== callResult.callBack;

/**
 * Logs the result of a phone call in two presses. If the case is free, it is leased first. The lease is returned if the
 * client was not reached. `onCallBack` is called if the client asks to be called again, because a time must be agreed.
 */
export const CallButton = ({ accidentId, onCallBack }: { accidentId: number; onCallBack: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const locale = useLanguage();
  const results = useDictionary('callResults');
  const { keeper } = useLease();
  const take = useTakeLease();
  const logCall = useLogCall(accidentId);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const log = async (result: number, title: string) => {
    setAnchor(null);
    if (result === callResult.callBack) return onCallBack();
    setBusy(true);
    setError(undefined);
    try {
      if (!(await take())) return;
      const { DateTimeOfNextCall: next } = await logCall({ ResultId: result });
      const when = next && formatMoment(new Date(next), locale);
      notify(
        when
          ? translate('accident.calls.next', { result: title, when })
          : translate('accident.calls.done', { result: title }),
        {
          type: 'success',
        },
      );
      if (isOver(result) && next) await keeper.release();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        data-key="call-result"
        size="small"
        variant="outlined"
        startIcon={<PhoneCallbackOutlinedIcon />}
        disabled={busy || results.length === 0}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('accident.calls.result')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {results.map(({ Id, Title }) => (
          <MenuItem key={Id} onClick={() => void log(Number(Id), Title)}>
            <ListItemText>{Title}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
      <Wordless error={error} />
    </>
  );
};
