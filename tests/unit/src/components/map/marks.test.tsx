// @vitest-environment jsdom

import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { markElement } from '../../../../../src/components/map/marks.ts';
import { useMapLabels } from '../../../../../src/components/map/useMapLabels.ts';

it('a mark is pressed, and is no stop of the keys: the list beside the map has the same', () => {
  const onPress = vi.fn();
  const mark = markElement('braking', { fill: 'red', stroke: 'white' }, 'Braking, 10:15', onPress);
  mark.click();
  expect(onPress).toHaveBeenCalledOnce();
  expect([mark.tagName, mark.tabIndex, mark.getAttribute('aria-label')]).toEqual(['BUTTON', -1, 'Braking, 10:15']);
});

describe('labels', () => {
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
});
