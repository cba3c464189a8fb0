/** Browser and operating system from `User-Agent`, by their common names. */
export interface Browser {
  /** Name of the browser, empty if unknown. */
  readonly browser: string;
  readonly system: string;
  readonly kind: 'computer' | 'phone' | 'tablet' | 'program';
}

// Patterns by browser. Their order matters, because the `User-Agent` of nearly every browser also contains names from
// further down this list.
const browsers = [
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const;

const findName = (patterns: readonly (readonly [RegExp, string])[], text: string): string =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? '';

const deviceKindOf = (text: string, browser: string): Browser['kind'] => {
  if (!browser) return 'program';
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(text)) return 'tablet';
  return /\bMobi|\biPhone\b|\biPod\b/.test(text) ? 'phone' : 'computer';
};

export const browserOf = (userAgent: string): Browser => {
  const browser = findName(browsers, userAgent);
  return { browser, system: findName(systems, userAgent), kind: deviceKindOf(userAgent, browser) };
};
