// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DashboardProgress } from '../../../../src/custom-pages/dashboard/Dashboard.tsx';
import { ScrollToTop } from '../../../../src/layout/frame/ScrollToTop.tsx';
import { useKeyScroll } from '../../../../src/layout/frame/SidePanel.tsx';
import { TopMenu } from '../../../../src/layout/frame/TopMenu.tsx';
import { cssVariables, themes } from '../../../../src/theme/theme.ts';
import { Stand } from './frame.tsx';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance'] }),
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('the constants of the frame', () => {
  it('are the specification’s', () => {
    expect(themes.light.frame).toMatchObject({
      hoverOpenMs: 50,
      hoverCloseMs: 100,
      submenuMs: 500,
      accordionMs: 200,
      collapseMs: 300,
      toTopShownFromPx: 300,
      toTopDurationMs: 600,
      keyScrollPx: 30,
    });
    expect(cssVariables(themes.light)['--frame-accordion']).toBe('200ms');
    expect(themes.light.breakpoints.values).toEqual({ xs: 0, sm: 576, md: 768, lg: 992, xl: 1200 });
  });
});

describe('the work desk', () => {
  it('shows progress for 1500 ms when it appears', () => {
    render(
      <Stand>
        <DashboardProgress />
      </Stand>,
    );
    pass(1499);
    expect(screen.queryByRole('progressbar')).not.toBeNull();
    pass(1);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('the top menu', () => {
  it('has Home, Screener and Accidents', () => {
    render(
      <Stand>
        <TopMenu />
      </Stand>,
    );
    expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual(['Главная', 'Проверки', 'Происшествия']);
  });

  it('opens its submenu under the pointer and closes it 500 ms after', () => {
    render(
      <Stand>
        <TopMenu />
      </Stand>,
    );
    const line = screen.getByRole('link', { name: 'Происшествия' });
    fireEvent.mouseOver(line);
    const lists = () => screen.queryAllByRole('link', { name: /убытки/ }).map(link => link.textContent);
    expect(lists()).toEqual(['Новые убытки', 'Обработанные убытки', 'Мини-убытки']);
    fireEvent.mouseOut(line);
    pass(499);
    expect(lists()).toHaveLength(3);
    pass(1);
    expect(lists()).toEqual([]);
  });

  it('opens its submenu for the keyboard and closes it by Escape', () => {
    render(
      <Stand>
        <TopMenu />
      </Stand>,
    );
    const line = screen.getByRole('link', { name: 'Происшествия' });
    fireEvent.focus(line);
    expect(screen.queryByRole('link', { name: 'Мини-убытки' })).not.toBeNull();
    fireEvent.keyDown(line, { key: 'Escape' });
    expect(screen.queryByRole('link', { name: 'Мини-убытки' })).toBeNull();
  });
});

describe('the way back to the top', () => {
  it('is offered beyond 300 px and not before', () => {
    render(
      <Stand>
        <main id="content">
          <div data-testid="long" />
        </main>
        <ScrollToTop />
      </Stand>,
    );
    const long = screen.getByTestId('long');
    const scrolled = (to: number) => {
      long.scrollTop = to;
      fireEvent.scroll(long);
      return screen.queryByRole('button', { name: 'Наверх' }) !== null;
    };
    expect([scrolled(300), scrolled(301), scrolled(10)]).toEqual([false, true, false]);
  });

  it('takes 600 ms, or none for those who want no motion', () => {
    render(
      <Stand>
        <main id="content">
          <div data-testid="long" />
        </main>
        <ScrollToTop />
      </Stand>,
    );
    const long = screen.getByTestId('long');
    const press = () => {
      long.scrollTop = 900;
      fireEvent.scroll(long);
      fireEvent.click(screen.getByRole('button', { name: 'Наверх' }));
    };
    press();
    pass(300);
    expect(long.scrollTop).toBeGreaterThan(0);
    pass(280);
    expect(long.scrollTop).toBeGreaterThan(0);
    pass(60);
    expect(long.scrollTop).toBe(0);

    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    press();
    expect(long.scrollTop).toBe(0);
  });
});

describe('a panel', () => {
  it('is scrolled by 30 px with the arrow keys, unless a field wants them', () => {
    const Panel = () => (
      <div {...useKeyScroll()} data-testid="panel">
        <input />
        <button type="button">a</button>
      </div>
    );
    render(
      <Stand>
        <Panel />
      </Stand>,
    );
    const panel = screen.getByTestId('panel');
    fireEvent.keyDown(screen.getByRole('button'), { key: 'ArrowDown' });
    fireEvent.keyDown(screen.getByRole('button'), { key: 'ArrowDown' });
    fireEvent.keyDown(screen.getByRole('button'), { key: 'ArrowUp' });
    expect(panel.scrollTop).toBe(30);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'ArrowDown' });
    expect(panel.scrollTop).toBe(30);
  });
});
