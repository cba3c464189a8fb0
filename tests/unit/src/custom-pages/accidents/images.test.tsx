// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Image } from '../../../../../src/contract/shapes/accident.ts';
import { DropZone } from '../../../../../src/custom-pages/accidents/images/ImagesPanel.tsx';
import { ImageFacts } from '../../../../../src/custom-pages/accidents/images/Lightbox.tsx';
import { sendInPieces } from '../../../../../src/custom-pages/accidents/images/sendInPieces.ts';
import { Stand } from '../../layout/frame.tsx';

describe('images', () => {
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
      return queryByRole('button', { name: 'Сделать фото' }) !== null;
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
});

describe('send in pieces', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Sends a photo to a server that answers the calls of `answers` by their number, and other calls normally. */
  const send = async (answers: Readonly<Record<number, () => Response>>) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return answers[asked.length]?.() ?? Response.json({ UploadId: 'u', Received: 3 });
    });
    const waited: unknown[] = [];
    const sending = sendInPieces(1, new File(['abc'], 'a.jpg'), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onWaiting: failure => waited.push(failure),
    }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    return { end: await sending, waited, asked: asked.length };
  };
  const failing = (status: number) => () => Response.json({ Message: 'Сбой', TraceId: 't' }, { status });

  it('a photo goes on by itself where the server is away for the moment, which is told', async () => {
    const { end, waited } = await send({ 1: failing(503) });
    expect(end).toBeUndefined();
    expect(waited[0]).toMatchObject({ status: 503, message: 'Сбой' });
    expect(waited.at(-1)).toBeUndefined();
  });

  it('a photo that a fault of the server stops is told at once, not tried for minutes', async () => {
    const { end, waited, asked } = await send({ 1: failing(500) });
    expect(end).toMatchObject({ status: 500, message: 'Сбой' });
    expect([waited, asked]).toEqual([[], 1]);
  });

  it('a photo whose upload is gone when the connection is back is told as not sent', async () => {
    // The calls are: begin, piece, finish, and finish again.
    const { end, asked } = await send({ 3: failing(503), 4: failing(404) });
    expect([end, asked]).toEqual([expect.objectContaining({ status: 404 }), 4]);
  });
});
