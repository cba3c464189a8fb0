import { describe, expect, it } from 'vitest';
import { origins } from '../../../scripts/origins.ts';

/** Returns the file that a build with these settings emits. */
const noted = (env: Readonly<Record<string, string>>): unknown => {
  const { configResolved, generateBundle } = origins() as unknown as {
    configResolved: (config: { env: object }) => void;
    generateBundle: (this: { emitFile: (file: { source: string }) => void }) => void;
  };
  configResolved({ env });
  let source = '';
  generateBundle.call({
    emitFile: file => {
      source = file.source;
    },
  });
  return JSON.parse(source);
};

describe('other hosts that a cabinet calls', () => {
  it('are noted with the build, for the policy of whatever serves it', () => {
    expect(noted({})).toEqual([]);
    expect(noted({ VITE_API_HOST: 'https://api.example.com' })).toEqual(['https://api.example.com']);
  });

  it('are refused where they are no address', () => {
    expect(() => noted({ VITE_API_HOST: 'api.example.com' })).toThrow(/VITE_API_HOST is "api\.example\.com"/);
  });
});
