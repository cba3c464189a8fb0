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

  it('make no demo where strangers could reach it, unless that is said on purpose', () => {
    for (const HOST of ['127.0.0.1', '127.8.0.1', 'localhost', '::1']) expect(readConfig({ HOST }).demo).toBe(true);
    for (const open of [{ HOST: '0.0.0.0' }, { HOST: '192.0.2.7' }, { HOST: '::' }, { NODE_ENV: 'production' }]) {
      expect(readConfig(open)).toMatchObject({
        demo: false,
        demoOffReason: expect.stringMatching(/ and DEMO=1 is not/),
      });
      expect(readConfig({ ...open, DEMO: '1' })).toMatchObject({ demo: true, demoOffReason: undefined });
    }
    expect(readConfig({ DEMO: '0' })).toMatchObject({ demo: false, demoOffReason: 'DEMO is 0' });
  });

  it('name the sites a map may be loaded from, and its file, which must be there', () => {
    expect(readConfig({})).toMatchObject({ mapOrigins: [], mapTiles: undefined });
    const settings = {
      VITE_MAP_STYLE_URL: 'https://maps.example.com/style.json?key=1',
      MAP_ORIGINS: 'https://t.example.org/x',
    };
    expect(readConfig(settings).mapOrigins).toEqual(['https://maps.example.com', 'https://t.example.org']);
    expect(readConfig({ VITE_MAP_STYLE_URL: '/map/style.json' }).mapOrigins).toEqual(["'self'"]);
    for (const MAP_ORIGINS of ['tiles.example.com', 'https://a b; script-src *', 'data:x'])
      expect(() => readConfig({ MAP_ORIGINS })).toThrow(/MAP_ORIGINS or VITE_MAP_STYLE_URL has/);
    expect(() => readConfig({ MAP_PMTILES: '/nowhere/russia.pmtiles' })).toThrow(/there is no such file/);
    expect(readConfig({ MAP_PMTILES: import.meta.filename }).mapTiles).toBe(import.meta.filename);
  });

  it('bound the connections of a process to the database', () => {
    expect(readConfig({}).databaseConnections).toBe(28);
    expect(readConfig({ DATABASE_CONNECTIONS: '50' }).databaseConnections).toBe(50);
    expect(() => readConfig({ DATABASE_CONNECTIONS: '51' })).toThrow(/from 10 to 50\. The embedded database takes 60/);
    const DATABASE_URL = 'postgres://me@db/drivedesk';
    expect(readConfig({ DATABASE_CONNECTIONS: '999', DATABASE_URL }).databaseConnections).toBe(999);
    // Each job takes one.
    expect(readConfig({ DATABASE_CONNECTIONS: '7', JOBS: '0' }).databaseConnections).toBe(7);
    expect(() => readConfig({ DATABASE_CONNECTIONS: '15', JOBS: '8' })).toThrow(/from 16 to 50/);
    for (const wrong of ['9', '0', 'many', '-16', '1000'])
      expect(() => readConfig({ DATABASE_CONNECTIONS: wrong })).toThrow(/DATABASE_CONNECTIONS is ".*"; it must be/);
  });

  it('say for how many days a message is known again, and no fewer than a platform may be cut off', () => {
    expect(readConfig({}).messageDays).toBe(90);
    expect(readConfig({ MESSAGE_DAYS: '400' }).messageDays).toBe(400);
    for (const wrong of ['6', 'long', '-1', '99999'])
      expect(() => readConfig({ MESSAGE_DAYS: wrong })).toThrow(/MESSAGE_DAYS is ".*"; it must be a number from 7/);
  });

  it('bound what unknown devices may leave behind', () => {
    expect(readConfig({}).quarantine).toEqual({ deviceBytes: 200_000_000, companyBytes: 10_000_000_000 });
    expect(readConfig({ QUARANTINE_COMPANY_MB: '2000' }).quarantine.companyBytes).toBe(2_000_000_000);
    for (const wrong of ['0', '19', 'much', '-1'])
      expect(() => readConfig({ QUARANTINE_DEVICE_MB: wrong })).toThrow(/QUARANTINE_DEVICE_MB is ".*"; it must be/);
  });

  it('find the cabinet at home unless told, and write letters to files', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '9000' })).toMatchObject({
      publicUrl: 'http://localhost:9000',
      smtpUrl: undefined,
      registration: false,
      passwordReset: true,
    });
    expect(readConfig({ PUBLIC_URL: 'https://cabinet.example.com/' }).publicUrl).toBe('https://cabinet.example.com');
    expect(() => readConfig({ PUBLIC_URL: 'cabinet', SMTP_URL: 'mail.example.com', REGISTRATION: 'yes' })).toThrow(
      /PUBLIC_URL is "cabinet".*\n.*REGISTRATION is "yes".*\n.*SMTP_URL must begin/,
    );
  });

  it('warn when letters would carry links that lead nowhere', () => {
    for (const HOST of ['0.0.0.0', '::']) {
      expect(readConfig({ HOST }).warnings).toEqual([expect.stringContaining('PUBLIC_URL is not set')]);
      expect(readConfig({ HOST, PUBLIC_URL: 'https://cabinet.example.com' }).warnings).toEqual([]);
    }
    for (const HOST of ['127.0.0.1', '192.0.2.7']) expect(readConfig({ HOST }).warnings).toEqual([]);
  });

  it('trust the proxies that are named, and no other, not even on this machine', () => {
    expect(readConfig({}).trustProxy).toEqual([]);
    const TRUST_PROXY = 'loopback, 10.0.0.0/8,192.0.2.7, fd00::/8';
    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(['loopback', '10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
    for (const wrong of ['balancer', '10.0.0.0/33', '10.0.0/8', '1', 'true', '10.0.0.1,,10.0.0.2'])
      expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow(/TRUST_PROXY has ".*"; it takes addresses/);
  });

  it('measure nothing unless somebody may look, with a token or on a port of its own', () => {
    const METRICS_TOKEN = 'a-token-of-some-length';
    expect(readConfig({}).metrics).toBeUndefined();
    expect(readConfig({ METRICS_TOKEN }).metrics).toEqual({ token: METRICS_TOKEN, port: undefined, host: '127.0.0.1' });
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ token: undefined, port: 9464, host: '127.0.0.1' });
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '::' }).metrics).toMatchObject({ host: '::' });
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN is too short; .* 20 characters/);
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).not.toThrow(/"short"/);
    expect(() => readConfig({ METRICS_PORT: '0' })).toThrow(/METRICS_PORT is "0"/);
    expect(() => readConfig({ METRICS_PORT: '8080' })).toThrow(/METRICS_PORT and PORT are both 8080/);
    expect(() => readConfig({ METRICS_HOST: '::' })).toThrow(/METRICS_HOST is of use with METRICS_PORT only/);
  });

  it('tell all faults together, each by its name', () => {
    expect(() => readConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', DEMO: 'yes' })).toThrow(
      /PORT is "eighty".*\n.*DATABASE_URL must begin.*\n.*DEMO is "yes".*\n.*LOG_LEVEL is "loud"/,
    );
  });

  it('let cabinets of named origins call, and name them as browsers do', () => {
    expect(readConfig({}).allowedOrigins).toEqual([]);
    const ALLOWED_ORIGINS = 'https://a.example.com, http://127.0.0.1:7000';
    expect(readConfig({ ALLOWED_ORIGINS }).allowedOrigins).toEqual(['https://a.example.com', 'http://127.0.0.1:7000']);
    for (const wrong of ['*', 'a.example.com', 'https://a.example.com/', 'https://A.example.com', 'https://a.com:443'])
      expect(() => readConfig({ ALLOWED_ORIGINS: wrong })).toThrow(/ALLOWED_ORIGINS has ".*"; it takes origins/);
  });

  it('ask a weather service only where there is one', () => {
    expect(readConfig({}).weatherUrl).toBeUndefined();
    const WEATHER_URL = 'https://api.met.no/weatherapi/locationforecast/2.0/compact';
    expect(readConfig({ WEATHER_URL }).weatherUrl).toBe(WEATHER_URL);
    expect(() => readConfig({ WEATHER_URL: 'met.no' })).toThrow(/WEATHER_URL is "met.no"/);
  });
});
