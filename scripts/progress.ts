const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** Reports progress: one rewritten line on a terminal, otherwise a line per ten per cent. */
export const makeProgress = (subject: string, stream: NodeJS.WriteStream = process.stdout) => {
  const step = stream.isTTY ? 1 : 10;
  let lastReportedPercent = -step;
  const say = (doneBytes: number, totalBytes: number): void => {
    const percent = totalBytes === 0 ? 100 : Math.floor((100 * doneBytes) / totalBytes);
    // The total may grow while the work runs, so the percentage may fall. A lower percentage is not reported.
    if (percent < lastReportedPercent + step) return;
    lastReportedPercent = percent - (percent % step);
    const line = `${subject}: ${percent} % (${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB)`;
    if (stream.isTTY) stream.write(`\r\x1b[K${line}`);
    else stream.write(`${line}\n`);
  };
  const end = (): void => {
    if (stream.isTTY && lastReportedPercent >= 0) stream.write('\n');
  };
  return { say, end };
};
