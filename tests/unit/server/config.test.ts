import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';

describe('the settings', () => {
  it('have defaults that run the demo on the embedded database', () => {
    expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true, databaseUrl: undefined });
  });

  it('make no demo on a server of one’s own unless asked', () => {
    const DATABASE_URL = 'postgres://me@db/drivedesk';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  });

  it('tell all faults together, each by its name', () => {
    expect(() => readConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', DEMO: 'yes' })).toThrow(
      /PORT is "eighty".*\n.*DATABASE_URL must begin.*\n.*DEMO is "yes".*\n.*LOG_LEVEL is "loud"/,
    );
  });
});
