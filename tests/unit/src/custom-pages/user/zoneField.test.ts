import { describe, expect, it } from 'vitest';
import { matchesZone, offsetText, zoneOptions } from '../../../../../src/custom-pages/user/settings/SettingsPage.tsx';

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
