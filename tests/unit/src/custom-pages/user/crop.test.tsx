// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { passwordMaxLength, passwordMinLength } from '../../../../../src/contract/limits.ts';
import { PictureEditor } from '../../../../../src/custom-pages/user/data/DataPage.tsx';
import {
  clampCrop,
  cropRectangle,
  dragCrop,
  initialCrop,
  maxZoom,
} from '../../../../../src/custom-pages/user/picture/CropDialog.tsx';
import { matchesZone, offsetText, zoneOptions } from '../../../../../src/custom-pages/user/settings/SettingsPage.tsx';
import { newPassword } from '../../../../../src/resources/forms/newPassword.ts';
import { faultOf, parseValue } from '../../../../../src/schema/kinds/rules.ts';
import { account, Stand } from '../../layout/frame.tsx';

const wide = { width: 900, height: 600 };

describe('the square cut out of a picture', () => {
  it('is its middle at first, as large as fits', () => {
    expect(cropRectangle(wide, initialCrop)).toEqual({ left: 150, top: 0, side: 600 });
  });

  it('follows the picture that is pulled under it', () => {
    const crop = dragCrop(wide, { zoom: 2, x: 0.5, y: 0.5 }, { x: 100, y: 0 }, 300);
    expect(cropRectangle(wide, crop)).toEqual({ left: 200, top: 150, side: 300 });
  });

  it('never looks past an edge', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
    const crop = fc.record({
      zoom: fc.double({ min: -1, max: 10, noNaN: true }),
      x: fc.double({ min: -2, max: 3, noNaN: true }),
      y: fc.double({ min: -2, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(size, crop, (size, crop) => {
        const { left, top, side } = cropRectangle(size, clampCrop(size, crop));
        const slack = 1e-6 * Math.max(size.width, size.height);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-slack);
        expect(left + side).toBeLessThanOrEqual(size.width + slack);
        expect(top + side).toBeLessThanOrEqual(size.height + slack);
        expect(side * maxZoom).toBeGreaterThanOrEqual(Math.min(size.width, size.height) - slack);
      }),
    );
  });
});

describe('a new password', () => {
  it('is counted as people do: an emoji is one character', () => {
    expect(faultOf('🚗'.repeat(9), newPassword)).toEqual({ message: 'tooShort', values: { min: passwordMinLength } });
    expect(faultOf('🚗'.repeat(10), newPassword)).toBeUndefined();
    expect(faultOf('x'.repeat(129), newPassword)).toEqual({ message: 'tooLong', values: { max: passwordMaxLength } });
  });

  it('keeps the blanks around it', () => {
    expect(parseValue(' a b ', newPassword)).toBe(' a b ');
  });
});

const options = zoneOptions(new Date('2026-01-15T12:00:00Z'), 'ru');
const found = (typed: string) => options.filter(option => matchesZone(option, typed)).map(({ name }) => name);

describe('time zones to choose from', () => {
  it('are all the browser knows, from west to east', () => {
    expect(options.length).toBeGreaterThan(300);
    const offsets = options.map(({ offset }) => offset);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  });

  it.each(['екатеринбург', 'Yekaterinburg', 'asia yek', 'utc+5 asia yek'])('%s finds Asia/Yekaterinburg', typed => {
    expect(found(typed)).toContain('Asia/Yekaterinburg');
    expect(found(typed)).not.toContain('Europe/Moscow');
  });

  it.each([
    [0, 'UTC'],
    [180, 'UTC+3'],
    [-300, 'UTC−5'],
    [345, 'UTC+5:45'],
  ])('%i minutes ahead is %s', (minutes, text) => {
    expect(offsetText(minutes)).toBe(text);
  });
});

it('a picture that cannot be cut out is told of', async () => {
  // A browser that decodes pictures but cannot draw them.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 100, height: 80 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  render(
    <Stand>
      <PictureEditor account={account} />
    </Stand>,
  );
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Загрузить фото', { selector: 'input' }), { target: { files: [file] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.getByRole('alert', { hidden: true }).textContent).toMatch(/не смог вырезать/));
  vi.unstubAllGlobals();
});
