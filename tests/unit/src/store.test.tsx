// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createSignal, createStore, onWindow } from '../../../src/store.ts';

describe('a store', () => {
  it('is drawn anew when its value changes, and only then', () => {
    const store = createStore({ open: false, place: 1 });
    const draw = vi.fn(() => store.useSelected(({ place }) => place));
    const { result } = renderHook(draw);
    act(() => store.set({ open: true, place: 1 }));
    expect(draw).toHaveBeenCalledTimes(1);
    act(() => store.set({ open: true, place: 2 }));
    expect(result.current).toBe(2);
  });

  it('tells nobody of a value that is what it was', () => {
    const store = createStore(1);
    const listener = vi.fn();
    store.subscribe(listener);
    store.set(1);
    expect(listener).not.toHaveBeenCalled();
    store.set(2);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a signal', () => {
  it('watches the outside while anybody listens, once for all of them', () => {
    const heard = vi.fn();
    const { subscribe } = createSignal(notify => onWindow('online', () => notify()));
    const stops = [subscribe(() => heard('one')), subscribe(() => heard('two'))];
    window.dispatchEvent(new Event('online'));
    expect(heard.mock.calls).toEqual([['one'], ['two']]);
    for (const stop of stops) stop();
    window.dispatchEvent(new Event('online'));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('carries what is told to everybody', () => {
    const { notify, subscribe } = createSignal<[string]>();
    const heard = vi.fn();
    const stop = subscribe(heard);
    notify('light');
    stop();
    notify('dark');
    expect(heard.mock.calls).toEqual([['light']]);
  });
});
