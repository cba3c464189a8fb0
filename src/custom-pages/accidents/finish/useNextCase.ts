import { useMutation } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { api } from '../../../api/client.ts';

/** Claims the next case of the queue and opens it; says so when there is none. */
export const useNextCase = () => {
  const navigate = useNavigate();
  const notify = useNotify();
  const translate = useTranslate();
  const next = useMutation({ mutationFn: () => api('POST /api/v2/Accident/next') });
  return async (): Promise<void> => {
    const { Next } = await next.mutateAsync();
    if (Next) return void navigate(`/cabinet/accidents/opened/${Next.Id}/${encodeURIComponent(Next.ObjectId)}`);
    notify(translate('accident.finish.noNext'), { type: 'info' });
    void navigate('/cabinet/accidents/opened/');
  };
};
