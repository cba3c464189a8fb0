// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginLoading } from '../../../../src/feedback/loading.ts';
import { putScript } from '../../../support/page.ts';

const script = readFileSync(join(import.meta.dirname, '../../../../public/watch.js'), 'utf8');

const asDelivered = () => {
  document.documentElement.lang = 'ru';
  document.body.innerHTML = '<div id="reactroot"><div class="first-paint" role="status"><i></i></div></div>';
  new Function(script)();
};
const loaded = () => window.dispatchEvent(new Event('load'));
const offer = () => document.querySelector('[role=alert]');

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  delete document.documentElement.dataset.loading;
});
afterEach(() => void vi.useRealTimers());

describe('the splash', () => {
  it('is taken away 3 s after load when nothing is loading, and a reload is offered', () => {
    asDelivered();
    loaded();
    vi.advanceTimersByTime(2999);
    expect(offer()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(offer()?.textContent).toContain('Перезагрузить страницу');
    expect(document.querySelector('.first-paint > i')).toBeNull();
  });

  it('stays while the loading counter is above zero', () => {
    const first = beginLoading();
    const second = beginLoading();
    first();
    first();
    expect(document.documentElement.dataset.loading).toBe('1');
    asDelivered();
    loaded();
    vi.advanceTimersByTime(60_000);
    expect(offer()).toBeNull();
    expect(document.querySelector('.first-paint > i')).not.toBeNull();
    second();
    expect(document.documentElement.dataset.loading).toBe('0');
    vi.advanceTimersByTime(1000);
    expect(offer()).not.toBeNull();
  });

  it('never comes back over a page that stands', () => {
    asDelivered();
    document.getElementById('reactroot')?.replaceChildren(document.createElement('main'));
    loaded();
    vi.advanceTimersByTime(60_000);
    expect(offer()).toBeNull();
  });

  it('offers a reload when the first file does not come and a reload has been tried', () => {
    putScript('/static/js/index-1.js');
    sessionStorage.setItem('reloadedFrom', '/static/js/index-1.js');
    asDelivered();
    document.querySelector('script')?.dispatchEvent(new Event('error'));
    expect(offer()).not.toBeNull();
  });
});
