import { vi } from 'vitest';

/** Default timeout of `vi.waitFor`, milliseconds. It is long for a busy machine. Vitest's own default is one second. */
const patienceMs = 100_000;

const patient = Symbol.for('drivedesk.patient');
const marked = vi as typeof vi & { [patient]?: true };
if (!marked[patient]) {
  const { waitFor } = vi;
  marked[patient] = true;
  vi.waitFor = (check, how) =>
    waitFor(check, { timeout: patienceMs, ...(typeof how === 'number' ? { timeout: how } : how) });
}
