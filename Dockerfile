# llmch with what it isolates commands with. What verifies your repo (a toolchain, a test runner) is yours to add: see docs/ci.md.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile \
  && npx -y pnpm@12.21.0 build \
  && cd packages/cli && npm pack --pack-destination /tmp

FROM node:22-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends git bubblewrap ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/llmch-*.tgz /tmp/
RUN npm install --global /tmp/llmch-*.tgz && rm /tmp/llmch-*.tgz
USER node
WORKDIR /repo
ENTRYPOINT ["llmch"]
CMD ["--help"]
