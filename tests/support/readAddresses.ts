import { createServer } from 'vite';

/** Returns the addresses of all pages. Vite loads the routes, because the cabinet finds its descriptions with Vite. */
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
