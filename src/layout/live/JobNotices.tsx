import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { showToast } from '../../feedback/toasts.ts';
import { onJobOver } from '../../live/jobs.ts';

/** Tells of an export that is over, wherever one is by then; draws nothing. */
export const JobNotices = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  useEffect(
    () =>
      onJobOver(({ Id, Kind }) => {
        if (Kind !== 'export') return;
        const action = { label: translate('lists.export.toList'), run: () => void navigate('/cabinet/exports/') };
        api('GET /api/v3/exports/{id}', { params: { id: Id } })
          // What a browser wrote by itself was saved there.
          .then(({ State, FileName, Error: reason, HasFile }) => {
            if (State === 'failed')
              showToast({ kind: 'error', heading: translate('lists.export.failed', { reason }), action });
            else if (HasFile)
              showToast({ kind: 'success', heading: translate('lists.export.ready', { file: FileName }), action });
          })
          .catch(() => undefined);
      }),
    [translate, navigate],
  );
  return null;
};
