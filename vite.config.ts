import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** React, and the styling MUI stands on. */
const base =
  /node_modules\/(react|react-dom|react-is|scheduler|clsx|stylis|@emotion\/[^/]+|@mui\/(system|styled-engine|utils|private-theming|material\/(styles|colors|utils|ButtonBase|Button|IconButton|Typography|SvgIcon|Box|CircularProgress|CssBaseline|InputBase|OutlinedInput|FormControl|FormLabel|FormHelperText|Link|zero-styled)))\//;

/** Ours that every visit begins with, signed in or not. */
const start =
  /src\/(config|fetchPart|store|settings\/|theme\/|api\/(client|session|token|handover|unsaved)|authProvider\/applySettings|components\/(kept|pageTitle|BrandMark|LanguageSwitch|ThemeSwitch)|i18n\/(store|locale|messages|TextsProvider)|feedback\/(part|Later|loading|RedAlert|connection|toasts|Toasts|OfflineBar|ErrorCatcher|PartMissing|tellMissing)|app\/(recover|reloadOnce)|routes\/(places|address|lastLocation))/;

/** What every page behind the sign-in page begins with. */
const inside =
  /node_modules\/(@tanstack\/|@mui\/material\/(Skeleton|Modal|Portal|Drawer|Popover|Grow|Menu)\/|ra-core\/dist\/esm\/(auth|notification|store)\/)|src\/(resources\/|components\/(Message|HiddenHeading|icons)|feedback\/(PageSkeleton|notice)|layout\/menu\/)/;

const script = 'static/js/[name]-[hash].js';
const assetFileNames = ({ names }: { names: readonly string[] }): string =>
  names.some(name => name.endsWith('.css'))
    ? 'static/css/[name]-[hash][extname]'
    : 'static/media/[name]-[hash][extname]';

const api = process.env.API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { 'object.entries': fileURLToPath(new URL('src/i18n/entries.cjs', import.meta.url)) } },
  build: {
    outDir: 'dist/cabinet',
    assetsInlineLimit: 0,
    // The map, loaded where one is looked at.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // What every page needs in one file: forty small ones compress worse and are forty requests.
        codeSplitting: {
          groups: [
            { name: 'base', test: base },
            { name: 'start', test: start },
            { name: 'inside', test: inside },
          ],
        },
        entryFileNames: script,
        chunkFileNames: script,
        assetFileNames,
      },
    },
  },
  // The map's worker is a module. What workers load lies where everything else does.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: script, chunkFileNames: script, assetFileNames } },
  },
  server: { port: 5173, proxy: { '/api': api, '/health': api, '/developers': api, '/demo.json': api } },
});
