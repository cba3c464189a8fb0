import { useEffect } from 'react';
import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'react-admin';
import { useReachable } from './connection.ts';
import { commitUndoableToasts, showToast } from './toasts.ts';

/** Shows react-admin's own notifications in the same way as all other toasts. */
export const ReactAdminNotices = () => {
  const translate = useTranslate();
  const reachable = useReachable();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();

  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (!notice) return;
    const { message, type, notificationOptions } = notice;
    const mutation = (notificationOptions?.undoable && takeMutation()) || undefined;
    // A failure to reach the server gets no toast, because the banner for a lost connection already explains it.
    if (typeof message !== 'string' || (type === 'error' && !reachable)) return;
    const kind = type === 'error' || type === 'success' || type === 'warning' ? type : 'info';
    const heading = translate(message, { _: message, ...notificationOptions?.messageArgs });
    showToast({ kind, heading, undoable: mutation && (isUndone => mutation({ isUndo: isUndone })) });
  }, [notifications, takeNotification, takeMutation, translate, reachable]);

  useEffect(() => {
    addEventListener('pagehide', commitUndoableToasts);
    return () => removeEventListener('pagehide', commitUndoableToasts);
  }, []);

  return null;
};
