# ---- Build stage: compilers for the media worker (used only if the prebuilt one cannot be downloaded),
#      the dependencies, the sources.
FROM node:24-bookworm-slim AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends g++ make xz-utils ca-certificates debian-archive-keyring \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY studio/package.json studio/
RUN npm ci --omit=dev --include=optional --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/media-worker.mjs

# ---- Runtime stage: no development or build tools, no files for other platforms, no second Node, no
#      PostgreSQL, no GPL parts. The last step prints the contents by size.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY studio/package.json studio/
RUN npm ci --omit=dev --include=optional --no-audit --no-fund
COPY --from=build /app/node_modules/mediasoup/worker/out/Release/mediasoup-worker \
  node_modules/mediasoup/worker/out/Release/mediasoup-worker
COPY scripts scripts
RUN node scripts/trim-image.mjs

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Earshot" \
  org.opencontainers.image.description="Self-hosted voice-agent server" \
  org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  MEDIA_PORT=20000 \
  DATA_DIR=/data \
  ORT_DISABLE_TELEMETRY=1 \
  MALLOC_ARENA_MAX=1
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/assets assets
COPY --from=build /app/docs/tutorials docs/tutorials
COPY --from=build /app/docs/how-to docs/how-to
COPY --from=build /app/docs/explanation docs/explanation
COPY --from=build /app/docs/reference docs/reference
COPY --from=build /app/studio/dist studio/dist
COPY --from=build /app/scripts scripts
COPY package.json LICENSE NOTICE ./
USER node
VOLUME /data
# HTTP and signaling; media, one UDP and TCP port per media worker.
EXPOSE 3000/tcp 20000-20003/udp 20000-20003/tcp
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# DATABASE_URL is required. Migrations are applied at the start; several instances wait for each other.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=25", "scripts/serve.mjs"]
