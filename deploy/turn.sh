#!/bin/sh
# Starts coturn with what differs from one installation to the next. A TURN server without a secret is open to the world.
set -eu

if [ "${#TURN_SECRET}" -lt 32 ]; then
  echo 'TURN_SECRET must be set in .env, 32 characters or more (openssl rand -hex 32).' >&2
  exit 1
fi

exec turnserver -c /etc/coturn/turnserver.conf --log-file=stdout \
  --realm="$TURN_REALM" --external-ip="$TURN_EXTERNAL_ADDRESS" --static-auth-secret="$TURN_SECRET"
