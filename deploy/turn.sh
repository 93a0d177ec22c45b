#!/bin/sh
# Starts coturn with the settings of this installation, from the environment:
#   TURN_SECRET              shared with the service; 32 characters or more
#   MEDIA_ANNOUNCED_ADDRESS  where callers reach the media of the service: the only allowed peer
#   TURN_LOCAL_ADDRESS       this machine's own address, if different (1:1 NAT, as in most clouds); by default the first of
#                            its network, and none if the announced one is its own
#   TURN_REALM               by default localhost
#   TURN_PORT                UDP and TCP, by default 3478
#   TURN_TLS_PORT            turns:, if /certificates has fullchain.pem and privkey.pem; by default 5349; 443 passes most firewalls
set -eu
umask 077

fail() {
  echo "The TURN server cannot start: $1" >&2
  exit 1
}

# A TURN server without a secret is open to everyone.
[ "${#TURN_SECRET}" -ge 32 ] || fail 'set TURN_SECRET in .env, 32 characters or more (openssl rand -hex 32).'
[ -n "${MEDIA_ANNOUNCED_ADDRESS:-}" ] || fail 'set MEDIA_ANNOUNCED_ADDRESS in .env to the address that callers reach.'

resolve() {
  case $1 in
    *[!0-9.]*) case $1 in *:*) echo "$1" ;; *) getent ahostsv4 "$1" | head -n 1 | cut -d ' ' -f 1 ;; esac ;;
    *) echo "$1" ;;
  esac
}

announced=$(resolve "$MEDIA_ANNOUNCED_ADDRESS")
[ -n "$announced" ] || fail "MEDIA_ANNOUNCED_ADDRESS ($MEDIA_ANNOUNCED_ADDRESS) has no address."
case $announced in
  127.* | ::1 | 0.0.0.0) fail "MEDIA_ANNOUNCED_ADDRESS is $announced, which no caller reaches by way of a relay." ;;
esac

own=$(hostname -I 2>/dev/null || true)
local=${TURN_LOCAL_ADDRESS:-}
if [ -z "$local" ]; then
  case " $own " in
    *" $announced "*) local=$announced ;;
    *) local=${own%% *} ;;
  esac
fi
[ -n "$local" ] || fail "set TURN_LOCAL_ADDRESS in .env to this machine's own address."

# The secret is in a file readable by this user only: command lines are visible to every user who may list processes.
folder=${TURN_RUN_DIRECTORY:-/run/turn}
certificates=${TURN_CERTIFICATES_DIRECTORY:-/certificates}
config=$folder/turnserver.conf
{
  cat "${TURN_CONFIG:-/etc/coturn/turnserver.conf}"
  echo "static-auth-secret=$TURN_SECRET"
  echo "realm=${TURN_REALM:-localhost}"
  echo "listening-port=${TURN_PORT:-3478}"
  echo "relay-ip=$local"
  echo "allowed-peer-ip=$announced"
  if [ "$local" != "$announced" ]; then
    echo "external-ip=$announced/$local"
    echo "allowed-peer-ip=$local"
  fi
  if [ -r "$certificates/fullchain.pem" ] && [ -r "$certificates/privkey.pem" ]; then
    echo "tls-listening-port=${TURN_TLS_PORT:-5349}"
    echo "cert=$certificates/fullchain.pem"
    echo "pkey=$certificates/privkey.pem"
    echo no-dtls
  else
    echo no-tls
    echo no-dtls
  fi
} >"$config"

exec turnserver -c "$config" --log-file=stdout --pidfile="$folder/turnserver.pid"
