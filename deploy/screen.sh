#!/bin/bash
# Shows the rig's page full screen: alone under cage, or with --desktop in the desktop that runs.
set -euo pipefail

settings=${KELTIS_SETTINGS:-/etc/keltis-rig/rig.toml}
port=$(python3 -c '
import sys, tomllib
try:
    print(int(tomllib.load(open(sys.argv[1], "rb"))["page"]["port"]))
except Exception:
    print(8080)
' "$settings")
page=http://127.0.0.1:$port/

# A browser that finds nobody shows an error for good; so wait until the rig answers.
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.5; done

browser=$(command -v chromium || command -v chromium-browser)
flags=(
    --kiosk --ozone-platform=wayland --noerrdialogs --no-first-run --disable-infobars --disable-session-crashed-bubble
    --password-store=basic --overscroll-history-navigation=0 --disable-pinch --disable-translate --no-memcheck
    --disk-cache-size=1 --user-data-dir="${XDG_RUNTIME_DIR:-/tmp}/keltis-browser"
)
if [ "${1:-}" = --desktop ]; then
    exec "$browser" "${flags[@]}" "$page"
fi
exec cage -d -s -- "$browser" "${flags[@]}" "$page"
