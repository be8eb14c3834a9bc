#!/bin/bash
# Shows the rig's page full screen: alone under cage, or with --desktop in the desktop that runs; and sets the brightness
# that the rig wishes, for the rig itself may not touch the screen.
set -euo pipefail

settings=${KELTIS_SETTINGS:-/etc/keltis-rig/rig.toml}
wish=/run/keltis-rig/screen # percent; 0 is dark
patience=10                 # seconds that another program may have the port before the screen says so
way=${1:-}

find_port() {
    port=$(python3 -c '
import sys, tomllib
try:
    print(int(tomllib.load(open(sys.argv[1], "rb"))["page"]["port"]))
except Exception:
    print(8080)
' "$settings")
}

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

somebody_answers() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

# Another program may have the port, and say anything or nothing; what the rig says of its table nobody else does.
the_rig_answers() {
    timeout 2 bash -c '
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
        printf "GET /state.json HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n" "$1" >&3
        tr -d " " <&3 | grep -q "\"revision\":.*\"screen\":\"[a-z]*\",.*\"headline\":\""
    ' answer "$port" 2>/dev/null
}

# A browser that finds nobody shows an error for good; so wait until the rig answers.  Fails where somebody else does.
wait_for_the_rig() {
    local since=$SECONDS
    until the_rig_answers; do
        somebody_answers || since=$SECONDS
        [ $((SECONDS - since)) -lt "$patience" ] || return 1
        sleep 0.5
    done
}

# A page of our own for as long as the rig cannot have its port, until the rig answers.
show_the_stranger() {
    local place=${XDG_RUNTIME_DIR:-/tmp}/keltis-stranger.html shown
    cat >"$place" <<EOF
<!DOCTYPE html>
<html lang="de">
<meta charset="utf-8">
<title>keltis-rig</title>
<style>
    body { margin: 0; padding: 8vmin; background: #14241c; color: #f4efe2; font: 5vmin/1.35 sans-serif; }
    h1 { margin: 0 0 1vmin; font-size: 6.5vmin; }
    p { margin: 0 0 6vmin; }
</style>
<h1>Ein anderes Programm benutzt Port $port</h1>
<p>Bitte dieses Programm beenden, oder in $settings unter [page] einen anderen Port wählen. Dann erscheint das Spiel
von selbst.</p>
<div lang="en">
<h1>Another program uses port $port</h1>
<p>Please end that program, or choose another port in $settings under [page]. Then the game appears by itself.</p>
</div>
</html>
EOF
    "$browser" "${flags[@]}" "file://$place" &
    shown=$!
    until the_rig_answers; do
        kill -0 "$shown" 2>/dev/null || exit 1 # whoever started this starts it again
        sleep 1
        find_port # somebody may have chosen another one
    done
    kill "$shown" 2>/dev/null || true
    wait "$shown" || true
}

find_port
if [ -z "$way" ]; then
    met=the-rig
    wait_for_the_rig || met=a-stranger
    exec cage -d -s -- "$0" --under-cage "$met"
fi
browser=$(command -v chromium || command -v chromium-browser)
flags=(
    --kiosk --ozone-platform=wayland --noerrdialogs --no-first-run --disable-infobars --disable-session-crashed-bubble
    --password-store=basic --overscroll-history-navigation=0 --disable-pinch --disable-translate --no-memcheck
    --disk-cache-size=1 --user-data-dir="${XDG_RUNTIME_DIR:-/tmp}/keltis-browser"
)
if [ "${2:-}" = a-stranger ] || ! wait_for_the_rig; then
    show_the_stranger
fi
follow_the_wish </dev/null >/dev/null &
exec "$browser" "${flags[@]}" "http://127.0.0.1:$port/"
