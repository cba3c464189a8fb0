import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { useTitles } from '../../../fields/dictionary.ts';
import { wireLabel } from '../../../fields/labels.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { ValueText } from '../../../fields/ValueText.tsx';
import { accidents } from '../../../resources/accidents.ts';
import { CopyButton } from '../notes/CopyButton.tsx';
import { noteDraft } from '../notes/noteDraft.ts';
import { useInterview } from '../processing/InterviewContext.tsx';
import { formFields, isSameValue, valuesOf } from '../processing/interview.ts';
import { QueueContext, useNewCaseCount } from '../queue/queueState.ts';
import { useLease } from './LeaseContext.tsx';

/** Time for which a new case is announced, milliseconds. The button of the queue shows the number afterwards, too. */
const newCaseMs = 8000;

const isShown = (element: Element | null | undefined): element is Element =>
  element?.isConnected === true && element.getClientRects().length > 0;

/** Returns the field of a focused control, or the open step of the call card if the control is no longer on the page. */
const anchorOf = (control: Element | null): Element | undefined => {
  const field = control?.closest('[data-choices], .MuiFormControl-root') ?? control;
  if (isShown(field)) return field;
  const step = document.querySelector('[data-key^="step-"][aria-expanded="true"]');
  return isShown(step) ? step : undefined;
};

/** Answers, the phone call and the note that were typed and not saved, each in one line with its label. */
const UnsavedText = ({ accident, note }: { accident: AccidentDetail; note: string }) => {
  const i18n = useI18n();
  const { readValues, call } = useInterview();
  const results = useTitles('callResults');
  const saved = valuesOf(accident);
  const values = readValues();
  const changed = formFields.filter(name => name in values && !isSameValue(values[name], saved[name]));
  return (
    <>
      {changed.map(name => (
        <div key={name}>
          {`${wireLabel(accidents, name, i18n)}: `}
          <ValueText resource={accidents} name={name} value={values[name]} />
        </div>
      ))}
      {call.result !== undefined && (
        <div>
          {`${i18n.translate('accident.calls.result')}: `}
          {[results.find(({ Id }) => Id === String(call.result))?.Title, call.comment].filter(Boolean).join(' · ')}
        </div>
      )}
      {note && <div>{`${i18n.translate('accident.notes.new')}: ${note}`}</div>}
    </>
  );
};

/** Tells that the case has another owner now, and what happens with typed text. */
const LeaseNotice = ({ accident, text, onClose }: { accident: AccidentDetail; text: string; onClose: () => void }) => {
  const translate = useTranslate();
  const { unsaved, call } = useInterview();
  const accountId = useAccount()?.Id ?? 0;
  const note = noteDraft.read(accountId, accident.Id);
  const hasUnsaved = unsaved || call.result !== undefined || note !== '';
  const typed = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  // A disabled field loses the focus. Without this, the next key would start at the top of the page.
  useEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || activeElement.matches(':disabled'))
      box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Alert
      ref={box}
      role="alert"
      tabIndex={-1}
      severity="warning"
      variant="outlined"
      onClose={onClose}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      sx={{ bgcolor: 'background.paper', py: 0 }}
    >
      <Box sx={{ fontWeight: 'fontWeightMedium' }}>{text}</Box>
      {translate(hasUnsaved ? 'accident.lock.kept' : 'accident.lock.nothingTyped')}
      {hasUnsaved && (
        <>
          <Typography variant="caption" component="div" sx={{ mt: 0.5 }}>
            {translate('accident.lock.unsaved')}
          </Typography>
          <Box ref={typed} sx={{ maxHeight: 120, overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <UnsavedText accident={accident} note={note} />
          </Box>
          <CopyButton getText={() => typed.current?.innerText ?? ''} />
        </>
      )}
    </Alert>
  );
};

/** Returns a text about new cases in the queue for some seconds after one has arrived, while the queue is closed. */
const useNewCaseText = (accidentId: number): string | undefined => {
  const translate = useTranslate();
  const { isOpen } = useContext(QueueContext);
  const arrivedCount = useNewCaseCount(accidentId);
  const [announcedCount, setAnnouncedCount] = useState(arrivedCount);
  useEffect(() => {
    if (arrivedCount === announcedCount) return undefined;
    const timer = setTimeout(() => setAnnouncedCount(arrivedCount), arrivedCount > announcedCount ? newCaseMs : 0);
    return () => clearTimeout(timer);
  }, [arrivedCount, announcedCount]);
  return !isOpen && arrivedCount > announcedCount
    ? translate('accident.queue.newCases', { smart_count: arrivedCount })
    : undefined;
};

/** Shows its content directly below an element and over the page, so that nothing moves. */
const BelowField = ({ anchor, isInert, children }: { anchor: Element; isInert: boolean; children: ReactNode }) => (
  <Popper
    open
    anchorEl={anchor}
    placement="bottom-start"
    modifiers={[
      { name: 'offset', options: { offset: [0, 4] } },
      { name: 'preventOverflow', options: { altAxis: true, tether: false, padding: 8 } },
    ]}
    sx={{ zIndex: 'appBar', width: 360, maxWidth: 'calc(100vw - 16px)', ...(isInert && { pointerEvents: 'none' }) }}
  >
    {children}
  </Popper>
);

/**
 * Message below the field that has or had the focus: the case was lost to another operator or to a lost connection, a
 * claim was refused, or a new case has arrived. `focused` is the control of the case that had the focus last.
 */
export const CaseNotice = ({ accident, focused }: { accident: AccidentDetail; focused: RefObject<Element | null> }) => {
  const translate = useTranslate();
  const { lease } = useLease();
  const newCaseText = useNewCaseText(accident.Id);
  const [closedText, setClosedText] = useState<string>();
  const leaseText =
    lease.phase === 'lost'
      ? lease.owner
        ? translate('accident.lock.lost', { name: lease.owner.name })
        : translate('accident.lock.lostOffline')
      : lease.phase === 'other' && lease.isRefused
        ? translate('accident.lock.refused', { name: lease.owner.name })
        : undefined;
  if (leaseText === undefined && closedText !== undefined) setClosedText(undefined);
  const openLeaseText = leaseText === closedText ? undefined : leaseText;
  const text = openLeaseText ?? newCaseText;
  const [anchor, setAnchor] = useState<Element>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is looked up once for each message
  useLayoutEffect(() => setAnchor(text === undefined ? undefined : anchorOf(focused.current)), [text]);
  if (text === undefined || !anchor) return null;
  return (
    <BelowField anchor={anchor} isInert={openLeaseText === undefined}>
      {openLeaseText === undefined ? (
        // The button of the queue tells screen readers the same.
        <Paper variant="outlined" aria-hidden sx={{ width: 'fit-content', px: 1, py: 0.25, typography: 'body2' }}>
          {text}
        </Paper>
      ) : (
        <LeaseNotice key={text} accident={accident} text={text} onClose={() => setClosedText(text)} />
      )}
    </BelowField>
  );
};
