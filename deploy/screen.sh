#!/bin/bash
# Shows the rig's page full screen: alone under cage, or with --desktop in the desktop that runs; and sets the brightness
# that the rig wishes, for the rig itself may not touch the screen.
set -euo pipefail

settings=${KELTIS_SETTINGS:-/etc/keltis-rig/rig.toml}
wish=/run/keltis-rig/screen # percent; 0 is dark
port=$(python3 -c '
import sys, tomllib
try:
    print(int(tomllib.load(open(sys.argv[1], "rb"))["page"]["port"]))
except Exception:
    print(8080)
' "$settings")
page=http://127.0.0.1:$port/
way=${1:-}

# A panel with a backlight is dimmed.  A desktop can switch its screen off; cage would end without one, so there the page
# itself goes black.
set_brightness() { # percent
    local light most output
    for light in /sys/class/backlight/*; do
        [ -w "$light/brightness" ] || continue
        most=$(cat "$light/max_brightness")
        echo $((most * $1 / 100)) >"$light/brightness"
        return
    done
    [ "$way" = --desktop ] && command -v wlr-randr >/dev/null || return 0
    for output in $(wlr-randr | sed -n 's/^\([^ ][^ ]*\) .*/\1/p'); do
        if [ "$1" = 0 ]; then wlr-randr --output "$output" --off; else wlr-randr --output "$output" --on; fi
    done
}

# As long as this process, which becomes the browser, lives.
follow_the_wish() {
    local wished last=100
    while kill -0 $$ 2>/dev/null; do
        wished=$(cat "$wish" 2>/dev/null || echo 100)
        case $wished in '' | *[!0-9]*) wished=$last ;; esac
        if [ "$wished" != "$last" ]; then
            set_brightness "$wished" || true
            last=$wished
        fi
        sleep 0.5
    done
}

# A browser that finds nobody shows an error for good; so wait until the rig answers.
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.5; done

if [ -z "$way" ]; then
    exec cage -d -s -- "$0" --under-cage
fi
browser=$(command -v chromium || command -v chromium-browser)
flags=(
    --kiosk --ozone-platform=wayland --noerrdialogs --no-first-run --disable-infobars --disable-session-crashed-bubble
    --password-store=basic --overscroll-history-navigation=0 --disable-pinch --disable-translate --no-memcheck
    --disk-cache-size=1 --user-data-dir="${XDG_RUNTIME_DIR:-/tmp}/keltis-browser"
)
follow_the_wish </dev/null >/dev/null &
exec "$browser" "${flags[@]}" "$page"
