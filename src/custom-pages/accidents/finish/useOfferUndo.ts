import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { focusClientState, useNextCase } from '../../../components/useNextCase.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../../contract/states.ts';
import { handleFailure } from '../../../feedback/failures.ts';
import { closeToast, showToast } from '../../../feedback/toasts.ts';
import { accidentPath } from '../../../routes/listAddress.ts';
import { useLease } from '../lock/LeaseContext.tsx';
import { undoDecision, useAfterWrite } from '../queries.ts';

/** The toast about the last decision. It is replaced if the same case is decided again. */
let lastOffer: { readonly accidentId: number; readonly toastId: number } | undefined;

/**
 * Returns a function that says what was decided about a case, and offers to undo the decision for some seconds. The
 * offer stays on the pages that the operator opens meanwhile. `offersNext`: it also offers to take the next case.
 */
export const useOfferUndo = (accident: AccidentDetail, onMoved: (to: AccidentStatus) => void) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const openNextCase = useNextCase();
  const afterWrite = useAfterWrite(accident.Id);
  const { keeper } = useLease();
  const values = { id: accident.CrashUniqueIdentifier };
  const undo = async () => {
    try {
      const record = await undoDecision(accident.Id);
      keeper.onRestored();
      onMoved(record.Status);
      afterWrite.storeRecord(record);
      afterWrite.refetchNested('calls');
      void navigate(accidentPath(record.Status, record.Id, record.ObjectId), { state: focusClientState });
      showToast({ kind: 'info', heading: translate('accident.finish.undone', values) });
    } catch (error) {
      handleFailure(error);
    }
  };
  return (text: string, { offersNext }: { readonly offersNext: boolean }) => {
    if (lastOffer?.accidentId === accident.Id) closeToast(lastOffer.toastId);
    const toastId = showToast({
      kind: 'success',
      heading: translate('accident.finish.said', { ...values, text }),
      undo: () => void undo(),
      ...(offersNext && { action: { label: translate('frame.actions.next'), run: () => void openNextCase() } }),
    });
    lastOffer = { accidentId: accident.Id, toastId };
  };
};
