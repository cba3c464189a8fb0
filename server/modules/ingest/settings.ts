/** Size limits of the quarantine, in bytes as sent. */
export interface QuarantineSettings {
  readonly deviceBytes: number;
  readonly companyBytes: number;
  /** Maximum number of messages that are removed from the quarantine at once. Later removals take the rest. */
  readonly maxRemovedAtOnce: number;
}

/**
 * Default limits of the quarantine. The limit of a device is enough for two hours of driving a day at 1 Hz for most of
 * a year. It is also enough for forty hours of acceleration at 50 Hz.
 */
export const defaultQuarantine: QuarantineSettings = {
  deviceBytes: 200_000_000,
  companyBytes: 10_000_000_000,
  maxRemovedAtOnce: 100_000,
};

/** Minimum of a quarantine limit, MB, because one message may have 15 MB. */
const minimumMb = 20;
const megabyte = 1_000_000;

export const readQuarantineSettings = (readSetting: (name: string) => string | undefined) => {
  const faults: string[] = [];
  const readBytes = (name: string, defaultBytes: number): number => {
    const text = readSetting(name);
    if (text === undefined) return defaultBytes;
    if (!/^\d{1,9}$/.test(text) || Number(text) < minimumMb)
      faults.push(`${name} is "${text}"; it must be a number from ${minimumMb}.`);
    return Number(text) * megabyte;
  };
  const settings = {
    deviceBytes: readBytes('QUARANTINE_DEVICE_MB', defaultQuarantine.deviceBytes),
    companyBytes: readBytes('QUARANTINE_COMPANY_MB', defaultQuarantine.companyBytes),
  };
  return { settings, faults };
};
