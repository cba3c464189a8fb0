// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countVisit } from '../../../../src/layout/VisitCounter.tsx';

const asked = vi.fn(async (..._: [string, RequestInit]) => new Response());
const page = { path: '/cabinet/accidents/:status/:id/:objectId', title: 'accident' };

beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

describe('the web analytics counter', () => {
  it('is off without an id', () => {
    countVisit({ id: '', url: '/counter' }, page);
    countVisit({ id: '3', url: '' }, page);
    expect(asked).not.toHaveBeenCalled();
  });

  it('sends which kind of page was opened and nothing that leads back to a person', () => {
    countVisit({ id: '3', url: '/counter' }, page);
    const [address = '', how] = asked.mock.calls[0] ?? [];
    const query = new URL(address, 'http://x').searchParams;
    expect([query.get('idsite'), query.get('action_name')]).toEqual(['3', 'accident']);
    expect([query.get('rec'), query.get('cookie'), query.get('send_image')]).toEqual(['1', '0', '0']);
    expect(query.get('url')).toBe(`${window.location.origin}${page.path}`);
    expect([...query.keys()].sort()).toEqual(['action_name', 'cookie', 'idsite', 'rand', 'rec', 'send_image', 'url']);
    expect(how).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('honours %o', wish => {
    vi.stubGlobal('navigator', wish);
    countVisit({ id: '3', url: '/counter' }, page);
    expect(asked).not.toHaveBeenCalled();
  });
});
