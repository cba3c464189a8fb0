import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, newKey } from '../../api/client.ts';
import type { AccidentCreate } from '../../contract/shapes/accident.ts';
import { fromWallClock } from '../../settings/zone.ts';
import type { Values } from './schema.ts';

const bodyOf = ({ voucher, at, city, street, source }: Values): AccidentCreate => ({
  VoucherId: voucher?.Id ?? 0,
  CrashDateTime: fromWallClock(at).toISOString(),
  Source: source.trim(),
  ...(city.trim() && { City: city.trim() }),
  ...(street.trim() && { Street: street.trim() }),
});

/** Writes the accident down. Pressed twice, or sent again after a cut, the same report makes one accident. */
export const useReport = () => {
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (values: Values) => {
      const body = bodyOf(values);
      const content = JSON.stringify(body);
      if (content !== last.current.content) last.current = { content, key: newKey() };
      return api('POST /api/v2/Accident', { body, key: last.current.key });
    },
  });
};
