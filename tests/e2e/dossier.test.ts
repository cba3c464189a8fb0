import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { verifyDossier } from '../../server/modules/dossier/verification.ts';
import { openCabinet, openRow, see } from '../support/browser.ts';

const cabinet = openCabinet();

it('a dossier is made, checked, broken and found out', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/accidents/closed/');
  await openRow(page.locator('tbody tr a').first());
  await page.getByRole('button', { name: 'Досье' }).click();
  const dialog = page.getByRole('dialog', { name: 'Досье аварии' });
  await dialog.getByRole('button', { name: 'Составить досье' }).click();
  const archive = dialog.getByRole('button', { name: /^Архив ZIP/ });
  await see(archive);
  await see(dialog.getByText('актуальна'));
  await see(dialog.getByText('С последней версии ничего не изменилось.'));
  await expect.poll(() => dialog.getByRole('button', { name: 'Составить досье' }).isDisabled()).toBe(true);
  const [download] = await Promise.all([page.waitForEvent('download'), archive.click()]);
  const file = await download.path();
  const key = /[0-9a-f]{64}/.exec(await dialog.getByText('Отпечаток ключа').innerText())?.[0] ?? '';
  expect(await verifyDossier(file, [key])).toMatchObject({ faults: [], keySha256: key });
  const bytes = await readFile(file);
  bytes[bytes.indexOf('longitudinal_g')]! ^= 1;
  await writeFile(file, bytes);
  expect((await verifyDossier(file, [key])).faults).toEqual([{ kind: 'changed', file: 'samples.csv' }]);
});
