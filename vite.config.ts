import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { 'object.entries': fileURLToPath(new URL('src/i18n/entries.cjs', import.meta.url)) } },
  build: {
    outDir: 'dist/cabinet',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.some(name => name.endsWith('.css'))
            ? 'static/css/[name]-[hash][extname]'
            : 'static/media/[name]-[hash][extname]',
      },
    },
  },
  // The map's worker is a module.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'static/js/[name]-[hash].js' } } },
  server: { port: 5173, proxy: { '/api': api, '/health': api, '/developers': api, '/demo.json': api } },
});
