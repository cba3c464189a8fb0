// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TrendChart } from '../../../../src/custom-pages/scoring/overview/TrendChart.tsx';
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
