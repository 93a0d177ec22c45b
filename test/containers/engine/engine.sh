#!/bin/sh
# engine.sh start | run COMMAND... | net COMMAND... | stop | remove
# A Docker engine in namespaces of its own: it sees neither the ports nor the firewall of this machine, and leaves nothing behind.
# Engine, Compose and Buildx are Debian's (trixie); slirp4netns gives it a network by way of this machine's.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
state=${STATE:-/var/lib/earshot-containers}
# The mirror that this machine uses itself.
mirror=${DEBIAN_MIRROR:-$(sed -n -E 's/^(deb +(\[[^]]*\] +)?|URIs: *)(https?:[^ ]+).*/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2> /dev/null | grep -v security | head -1)}

pid() { cat "$state/engine.pid" 2> /dev/null; }
# Process ids come again after a reboot.
alive() { [ -n "$(pid)" ] && grep -qsxE 'sh|dockerd' "/proc/$(pid)/comm"; }

case ${1-} in
start)
  alive && exit 0
  mkdir -p "$state/exchange" "$state/docker"
  if ! [ -x "$state/rootfs/usr/sbin/dockerd" ]; then
    rm -rf "$state/rootfs"
    mmdebstrap --quiet --variant=apt --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Check-Valid-Until "false"' \
      --include=docker.io,docker-cli,docker-compose,docker-buildx,iptables,iproute2,ca-certificates,mount,procps \
      trixie "$state/rootfs" "$mirror"
  fi
  # This machine's authorities, should a proxy of it end TLS.
  cp /etc/ssl/certs/ca-certificates.crt "$state/rootfs/etc/ssl/certs/ca-certificates.crt"
  rm -f "$state/rootfs/etc/resolv.conf"
  setsid unshare --mount --net --pid --ipc --uts --fork sh "$here/engine-init.sh" "$state" > "$state/engine.log" 2>&1 < /dev/null &
  starter=$!
  child=
  while [ -z "$child" ]; do
    sleep 0.1
    child=$(tr -d ' ' < "/proc/$starter/task/$starter/children")
  done
  echo "$child" > "$state/engine.pid"
  setsid slirp4netns --configure --mtu=1400 --disable-host-loopback "$child" tap0 > "$state/slirp.log" 2>&1 < /dev/null &
  echo $! > "$state/slirp.pid"
  tries=0
  until "$0" run docker version > /dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 60 ] || ! alive; then tail -30 "$state/engine.log" >&2; exit 1; fi
    sleep 0.5
  done
  "$0" run docker version --format 'Docker engine {{.Server.Version}} is up'
  ;;
run) # a command beside the engine: docker, docker compose, curl...; it starts in $WORKDIR, by default /exchange
  shift
  exec nsenter --target "$(pid)" --mount --net --pid --ipc --uts --root --wdns="${WORKDIR:-/exchange}" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb DOCKER_HOST=unix:///exchange/docker.sock "$@"
  ;;
net) # a command of this machine, with its files, in the engine's network: a caller
  shift
  exec nsenter --target "$(pid)" --net "$@"
  ;;
stop)
  alive || exit 0
  kill "$(pid)"
  while alive; do sleep 0.2; done
  # It would keep the network namespace.
  kill "$(cat "$state/slirp.pid")" 2> /dev/null || true
  rm -f "$state/engine.pid" "$state/slirp.pid"
  ;;
remove)
  "$0" stop
  rm -rf --one-file-system "$state"
  ;;
*)
  sed -n 2,4p "$0" >&2
  exit 2
  ;;
esac
