#!/bin/sh
# The same without a program: mints one call token and prints the response.
set -eu
: "${EARSHOT_URL:=http://localhost:3000}"
curl --silent --show-error --fail-with-body \
  -X POST "$EARSHOT_URL/v1/agents/$AGENT_ID/telephony/connectors/$CONNECTOR_ID/call-tokens" \
  -H "X-API-KEY: $EARSHOT_API_KEY" -H 'Content-Type: application/json' \
  -d '{"caller": "customer-1234", "ttlSeconds": 60}'
