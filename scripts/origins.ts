import type { Plugin } from 'vite';

/** Build settings of the web application that make it call an API on another host. */
const settings = ['VITE_API_HOST'] as const;

const originOf = (name: string, address: string): string => {
  if (!URL.canParse(address)) throw new Error(`${name} is "${address}"; it must be like https://api.example.com`);
  return new URL(address).origin;
};

/**
 * Vite plugin that records the other hosts that the built web application calls. The server permits connections to them
 * (server/plugins/crossOrigin.ts).
 */
export const origins = (): Plugin => {
  let found: readonly string[] = [];
  return {
    name: 'drivedesk-origins',
    apply: 'build',
    configResolved: ({ env }) => {
      found = settings.flatMap(name => (env[name] ? [originOf(name, String(env[name]))] : []));
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'origins.json', source: JSON.stringify([...new Set(found)]) });
    },
  };
};
