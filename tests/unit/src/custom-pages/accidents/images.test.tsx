// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Image } from '../../../../../src/contract/shapes/accident.ts';
import { DropZone } from '../../../../../src/custom-pages/accidents/images/ImagesPanel.tsx';
import { ImageFacts } from '../../../../../src/custom-pages/accidents/images/Lightbox.tsx';
import { Stand } from '../../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const crash = { CrashDateTime: '2026-01-15T09:30:00.000Z', Latitude: 55.75, Longitude: 37.6 };
const factsOf = (taken: Partial<Image>): string => {
  const image = {
    ...{ AuthorName: 'Анна', CreatedAt: '2026-01-15T12:00:00.000Z', Width: 300, Height: 200, Size: 1000 },
    ...{ TakenAt: null, Latitude: null, Longitude: null },
    ...taken,
  } as Image;
  const { container } = render(
    <Stand>
      <ImageFacts image={image} crash={crash} />
    </Stand>,
  );
  return (container.textContent ?? '').replace(/\s/g, ' ');
};

it('a photo says how long after the impact it was taken, and how far from it', () => {
  const near = factsOf({ TakenAt: '2026-01-15T09:42:00.000Z', Latitude: 55.751, Longitude: 37.6 });
  expect(near).toMatch(/через .*12.* после удара/);
  expect(near).toContain('110 м от места удара');
  expect(factsOf({ TakenAt: '2026-01-15T09:00:00.000Z' })).toMatch(/за .*30.* до удара/);
  expect(factsOf({})).toMatch(/время съёмки в файле не указано · место съёмки в файле не указано$/);
});

it('a photo whose file is cut says so, and only that one', () => {
  expect(factsOf({ Cut: true })).toContain('Файл обрезан: конец снимка не дошёл');
  expect(factsOf({ Cut: false })).not.toContain('обрезан');
});

it('the camera is offered where there is a touch screen', () => {
  const offered = (coarse: boolean) => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      ...{ media, matches: coarse && media.includes('coarse'), addListener: vi.fn(), removeListener: vi.fn() },
      ...{ addEventListener: vi.fn(), removeEventListener: vi.fn() },
    }));
    cleanup();
    const { container, queryByRole } = render(
      <Stand>
        <DropZone disabled={false} onFiles={() => undefined} />
      </Stand>,
    );
    expect(container.querySelector('input[capture=environment]')?.getAttribute('accept')).toBe('image/*');
    return queryByRole('button', { name: 'Снять' }) !== null;
  };
  expect([offered(true), offered(false)]).toEqual([true, false]);
});

it('photos are dropped on it, unless it is not for who looks', () => {
  const onFiles = vi.fn();
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  for (const disabled of [true, false]) {
    cleanup();
    const { container } = render(
      <Stand>
        <DropZone disabled={disabled} onFiles={onFiles} />
      </Stand>,
    );
    const area = container.querySelector('input')?.parentElement as HTMLElement;
    // The default action is prevented, so the browser does not open the file in place of the page.
    expect(fireEvent.drop(area, { dataTransfer: { files: [file], items: [], types: ['Files'] } })).toBe(false);
  }
  expect(onFiles.mock.calls).toEqual([[[file]]]);
});
