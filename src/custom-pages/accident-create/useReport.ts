import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { api, newKey } from '../../api/client.ts';
import type { AccidentCreate } from '../../contract/shapes/accident.ts';
import { bodyOf } from './report.ts';

/** Creates the accident. Clicked twice, or resent after a lost connection, a report makes one accident. */
export const useReport = () => {
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (values: FieldValues) => {
      const body = bodyOf(values) as unknown as AccidentCreate;
      const content = JSON.stringify(body);
      if (content !== last.current.content) last.current = { content, key: newKey() };
      return api('POST /api/v2/Accident', { body, key: last.current.key });
    },
  });
};
