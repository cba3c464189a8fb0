import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const candidates = (): string[] =>
  [
    process.env.CHROMIUM,
    // The same browser without a window, which takes a third less load.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(folder => folder !== undefined)
      .flatMap(folder => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ]),
    chromium.executablePath(),
  ].filter(path => path !== undefined);

const find = (): string | undefined => candidates().find(path => existsSync(path));

const installFromDebian = (): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit' });
};

/** Returns the path of Chromium: that of CHROMIUM, the system's, or (as root on Debian) a fresh install. */
export const findChromium = (): string => {
  if (!find()) installFromDebian();
  const found = find();
  if (!found) throw new Error('No Chromium found. Install Chrome or Chromium, or set CHROMIUM to its path.');
  return found;
};

/** Switches for a browser that makes no requests of its own. */
export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Additional switches. Maps are then drawn as a picture, and drawing pages needs no process of its own. */
export const withoutWebgl = ['--disable-3d-apis', '--in-process-gpu'];

/**
 * Additional switch. A journey shows each page a few times, so compiling hot functions anew costs more than it saves: a
 * fifth of the browser's processor time. A page that axe looks at many times takes longer with it.
 */
export const withoutOptimising = ['--js-flags=--no-maglev --no-turbofan'];
