// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SidePanel } from '../../../../src/layout/frame/SidePanel.tsx';
import { Stand } from './frame.tsx';

afterEach(cleanup);

const open = (wide: boolean) => {
  window.matchMedia = () => ({ matches: wide, addEventListener: () => 0, removeEventListener: () => 0 }) as never;
  render(
    <Stand>
      <SidePanel side="right" title="Чат" open beside onClose={() => undefined}>
        Клиент перезвонит
      </SidePanel>
    </Stand>,
  );
  const panel = screen.getByRole('dialog', { name: 'Чат' });
  return { isModal: panel.getAttribute('aria-modal'), dims: document.querySelector('.MuiBackdrop-root') !== null };
};

it('a panel beside the page dims nothing where there is room, so that the case it is about can be read', () => {
  expect(open(true)).toEqual({ isModal: null, dims: false });
});

it('lies over the page of a phone, which waits behind it', () => {
  expect(open(false)).toEqual({ isModal: 'true', dims: true });
});
