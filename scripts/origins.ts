import type { Plugin } from 'vite';

/** Settings of the cabinet that send its calls to another host. */
const settings = ['VITE_API_HOST'] as const;

const originOf = (name: string, address: string): string => {
  if (!URL.canParse(address)) throw new Error(`${name} is "${address}"; it must be like https://api.example.com`);
  return new URL(address).origin;
};

/**
 * Writes down the other hosts that the built cabinet calls. The server permits connections to them
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
