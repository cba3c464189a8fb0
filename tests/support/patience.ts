import { vi } from 'vitest';

/** What is waited for comes soon; on a busy machine it may take as long as this. By itself Vitest waits a second. */
const patienceMs = 100_000;

const patient = Symbol.for('drivedesk.patient');
const marked = vi as typeof vi & { [patient]?: true };
if (!marked[patient]) {
  const { waitFor } = vi;
  marked[patient] = true;
  vi.waitFor = (check, how) =>
    waitFor(check, { timeout: patienceMs, ...(typeof how === 'number' ? { timeout: how } : how) });
}
