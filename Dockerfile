# The service, the command and the demo: docker build --tag greenroom .
# With --build-arg CHROMIUM=1 also the browser that reviews previews.
FROM node:24-bookworm-slim@sha256:cd84903a12dbd26b46f1f3b8144a2568c41c5d37ddd0c7a80a34c7a19786b35f AS packages
WORKDIR /opt/greenroom
COPY . .
# Exactly what the lockfile names, without tools of tests; no package runs a script. The database binding is there as
# built for this platform, so that its sources and the builds for others are left out.
RUN npm ci --omit=dev --workspaces --ignore-scripts \
  && rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete

FROM debian:bookworm-slim@sha256:7c7b2c966bc9ee8cedfeef67e0e279108992c77681fa595db4a9d65c06ccc587
ARG CHROMIUM
# Debian keeps only the newest version of a package, which has its security fixes.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    bubblewrap ca-certificates git openssh-client ${CHROMIUM:+chromium fonts-noto-core} \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
  && useradd --uid 10001 --create-home --home-dir /var/lib/greenroom greenroom \
  && install --directory --owner=greenroom --group=greenroom --mode=0700 /var/cache/greenroom /var/lib/greenroom/data \
  && install --directory --owner=greenroom --group=greenroom --mode=0750 /run/greenroom
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
# Builds use it.
COPY --from=packages /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
COPY --from=packages /opt/greenroom /opt/greenroom
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && ln -s /opt/greenroom/bin/greenroom /usr/local/bin/greenroom
USER 10001:10001
WORKDIR /var/lib/greenroom
ENV GREENROOM_DATA=/var/lib/greenroom/data GREENROOM_BUILDS=/var/cache/greenroom
ENTRYPOINT ["greenroom"]
CMD ["serve"]
