import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useReachable } from './connection.ts';
import { showToast } from './toasts.ts';

/** What react-admin's own screens have to tell, told by our toasts. */
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
    // No undo is offered, so the change goes out at once instead of never.
    if (notificationOptions?.undoable) takeMutation()?.({ isUndo: false });
    // The bar at the bottom already says why it failed.
    if (typeof message !== 'string' || (type === 'error' && !reachable)) return;
    const kind = type === 'error' || type === 'success' || type === 'warning' ? type : 'info';
    showToast({ kind, heading: translate(message, { _: message, ...notificationOptions?.messageArgs }) });
  }, [notifications, takeNotification, takeMutation, translate, reachable]);

  return null;
};
