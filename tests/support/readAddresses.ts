import { createServer } from 'vite';

/** Addresses of all pages: the cabinet finds its descriptions as Vite does. */
export const readAddresses = async (): Promise<typeof import('./routes.ts')> => {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
  });
  try {
    return (await vite.ssrLoadModule('/tests/support/routes.ts')) as typeof import('./routes.ts');
  } finally {
    await vite.close();
  }
};
