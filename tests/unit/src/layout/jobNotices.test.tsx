// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventOf } from '../../../../src/contract/shapes/live.ts';
import { ToastStack } from '../../../../src/feedback/ToastStack.tsx';
import { closeAllToasts } from '../../../../src/feedback/toasts.ts';
import { JobNotices } from '../../../../src/layout/live/LiveTools.tsx';
import { notifyJobEnd, watchJob } from '../../../../src/live/jobs.ts';
import { Stand } from './frame.tsx';

beforeEach(closeAllToasts);
afterEach(cleanup);

const Here = () => <output>{useLocation().pathname}</output>;
const open = () =>
  render(
    <Stand>
      <JobNotices />
      <ToastStack />
      <Here />
    </Stand>,
  );
const tell = (job: Partial<EventOf<'job'>>) =>
  act(() => notifyJobEnd({ Id: 1, Kind: 'imports', State: 'done', Done: 3, Total: 3, ...job }));

it.each([
  ['export', 'Выгрузка готова. vouchers.csv', 'vouchers.csv', '/cabinet/exports/'],
  ['bulk', 'Массовое изменение окончено. Приостановить. Изменено: 4', 'Приостановить. Изменено: 4', '/cabinet/bulk/9/'],
  ['import', 'Импорт. a.csv: проверен', 'a.csv: проверен', '/cabinet/cards/import/5/'],
] as const)('the end of a job is told wherever one is, and leads to it: %s', async (Kind, heading, Text, Path) => {
  open();
  tell({ Notice: { Kind, Text, Path } });
  expect(screen.getByText(heading)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Показать' }));
  expect(document.querySelector('output')?.textContent).toBe(Path);
});

it('the end of one that a page begins to show only then is not told beside it, and a telling can be put away', async () => {
  open();
  const Notice = { Kind: 'import', Text: 'a.csv: проверен', Path: '/cabinet/cards/import/5/' } as const;
  tell({ Id: 7, Notice });
  expect(screen.getByRole('alert')).toBeTruthy();
  act(() => watchJob(7)());
  expect(screen.queryByRole('alert')).toBeNull();
  tell({ Id: 8, Notice });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Закрыть сообщение' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('output')?.textContent).toBe('/');
});

it('one that ends before this part of the page has loaded is told when it has', () => {
  tell({ Id: 9, Notice: { Kind: 'import', Text: 'a.csv: проверен', Path: '/cabinet/cards/import/5/' } });
  open();
  expect(screen.getByText('Импорт. a.csv: проверен')).toBeTruthy();
  cleanup();
  closeAllToasts();
  open();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('one that failed is told as a failure; one of which nobody is to be told, or that a page shows, is not', () => {
  open();
  tell({ State: 'running' });
  tell({ Id: 2 });
  const stop = watchJob(3);
  tell({ Id: 3, Notice: { Kind: 'bulk', Text: 'x', Path: '/cabinet/bulk/1/' } });
  stop();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/окончено/)).toBeNull();
  tell({ State: 'failed', Notice: { Kind: 'importFailed', Text: 'a.csv: занято', Path: '/cabinet/cards/import/5/' } });
  expect(screen.getByText('Импорт не удался. a.csv: занято')).toBeTruthy();
});
