/**
 * Returns the processor time that this process takes for some work, milliseconds. A busy machine does not lengthen it.
 */
export const cpuMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
