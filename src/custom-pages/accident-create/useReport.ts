import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { api, newKey } from '../../api/client.ts';
import type { AccidentCreate } from '../../contract/shapes/accident.ts';
import { bodyOf } from './report.ts';

/** Writes the accident down. Pressed twice, or sent again after a cut, the same report makes one accident. */
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
