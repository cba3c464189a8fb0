// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { useMapLabels } from '../../../../../src/components/map/useMapLabels.ts';

afterEach(cleanup);

it('a map keeps its labels while their words stay, though other texts arrive', () => {
  let impact = 'место удара';
  const Texts = ({ children }: { children: ReactNode }) => (
    <I18nContextProvider
      value={{
        translate: (key: string) => (key === 'accident.map.impact' ? impact : key),
        changeLocale: async () => {},
        getLocale: () => 'ru',
      }}
    >
      {children}
    </I18nContextProvider>
  );
  const { result, rerender } = renderHook(useMapLabels, { wrapper: Texts });
  const first = result.current;
  rerender();
  expect(result.current).toBe(first);
  impact = 'точка удара';
  rerender();
  expect(result.current.impact).toBe('точка удара');
});
