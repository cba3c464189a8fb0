// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TrendChart } from '../../../../src/custom-pages/scoring/overview/Trend.tsx';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a trend with a lone score shows it', async () => {
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ width: '600px', height: '300px' } as CSSStyleDeclaration);
  const { container } = render(
    <Stand>
      <TrendChart steps={[{ label: 'a', tick: 'a', score: 85.8, distanceKm: 243 }]} height={300} />
    </Stand>,
  );
  await vi.waitFor(() =>
    expect(container.querySelectorAll('[class*=MarkElement], .MuiLineChart-mark')).toHaveLength(1),
  );
});

it('what the library says of a step without a score is said in the language of the page', async () => {
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ width: '600px', height: '300px' } as CSSStyleDeclaration);
  const { container } = render(
    <Stand>
      <TrendChart
        steps={[
          { label: '1 мая', tick: '1', score: null, distanceKm: 12 },
          { label: '2 мая', tick: '2', score: 85.8, distanceKm: 12 },
        ]}
        height={300}
      />
    </Stand>,
  );
  act(() => container.querySelector<HTMLElement>('[role=none][tabindex="0"]')!.focus());
  // Moves to the first bar, then to the line.
  for (const key of ['ArrowRight', 'ArrowUp']) fireEvent.keyDown(document.activeElement!, { key });
  expect(container.querySelector('[id^=voiceover]')?.textContent).toBe('1 мая; Балл; нет данных');
});
