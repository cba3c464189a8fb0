import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../../server/config.ts';
import { maxFailuresInRow, retryAt } from '../../../../../server/modules/webhooks/dispatcher.ts';
import { isSecret, makeSecret, signedHeaders } from '../../../../../server/modules/webhooks/signing.ts';
import { webhookSecretPattern } from '../../../../../src/contract/webhooks.ts';
import { root } from '../../../../support/imports.ts';

const page = readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8');
const example = (name: string) => new RegExp(`^${name}: +(.*)$`, 'm').exec(page)?.[1] ?? '';

type Check = (secret: string, headers: Readonly<Record<string, string>>, body: string, now: number) => boolean;
/** Returns the receiver function printed on the page. */
const checkOfPage = async (): Promise<Check> => {
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'drivedesk-example-'));
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, code);
  const { isFromDrivedesk } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  rmSync(folder, { recursive: true });
  return isFromDrivedesk;
};

describe('the receiver of docs/webhooks.md', () => {
  const [secret, body] = [example('secret'), example('body')];
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, example(name)]),
  );
  const now = Number(headers['webhook-timestamp']) * 1000;

  it('takes the message of the page, which is signed as we sign', async () => {
    const check = await checkOfPage();
    expect(check(secret, headers, body, now)).toBe(true);
    const ours = signedHeaders([secret], { id: headers['webhook-id'] ?? '', at: new Date(now), body });
    expect(ours).toMatchObject(headers);
  });

  it('refuses another body, id, time or secret, and what is old', async () => {
    const check = await checkOfPage();
    expect(check(secret, headers, `${body} `, now)).toBe(false);
    expect(check(secret, { ...headers, 'webhook-id': 'msg_1' }, body, now)).toBe(false);
    expect(check(secret, { ...headers, 'webhook-timestamp': String(now / 1000 + 1) }, body, now)).toBe(false);
    expect(check(makeSecret(), headers, body, now)).toBe(false);
    expect(check(secret, headers, body, now + 301_000)).toBe(false);
    expect(check(secret, { ...headers, 'webhook-timestamp': 'now' }, body, now)).toBe(false);
  });

  it('takes what both secrets sign while one is changed for the other', async () => {
    const check = await checkOfPage();
    const both = signedHeaders([makeSecret(), secret], { id: 'msg_2', at: new Date(now), body });
    expect(check(secret, both, body, now)).toBe(true);
  });
});

it('secrets are made in the form that is taken', () => {
  const secret = makeSecret();
  expect([new RegExp(webhookSecretPattern).test(secret), isSecret(secret)]).toEqual([true, true]);
});

it('fifty failures in a row take a day, as long as a delivery is retried', () => {
  const begun = new Date('2026-01-15T00:00:00.000Z');
  let at = begun;
  for (let failures = 1; failures < maxFailuresInRow; failures += 1) at = retryAt(at, failures);
  const hours = (at.getTime() - begun.getTime()) / 3_600_000;
  expect([hours > 24, hours < 25]).toEqual([true, true]);
});

describe('WEBHOOK_HOSTS', () => {
  const hosts = (text: string) => readConfig({ WEBHOOK_HOSTS: text }).webhookHosts;

  it('takes names and addresses, and knows them in any spelling', () => {
    expect(hosts('CRM.internal, 10.1.2.3,[FD00::0001]')).toEqual(['crm.internal', '10.1.2.3', 'fd00::1']);
    expect(readConfig({}).webhookHosts).toEqual([]);
  });

  it.each(['crm.internal:8080', 'https://crm.internal', 'crm.internal/hook', 'me@crm.internal', 'a b'])(
    'refuses "%s", with a sentence',
    text => {
      expect(() => hosts(text)).toThrow(/WEBHOOK_HOSTS has ".*"; it takes names and addresses/);
    },
  );
});
