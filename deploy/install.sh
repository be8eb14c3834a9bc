#!/bin/bash
# Installs keltis-rig on Raspberry Pi OS (Bookworm or Trixie, 64-bit, Lite or Desktop), or brings it up to date.
#
# usage: sudo deploy/install.sh [--dry-run] [--screen auto|kiosk|desktop|phone|none] [--no-camera] [--no-buttons]
#        sudo deploy/install.sh --uninstall [--with-games] [--dry-run]
#
#   --dry-run      say what would be done, change nothing
#   --screen       kiosk: a page of its own without a desktop; desktop: the page opens in the desktop; phone: a phone in
#                  the home network is the screen (a Zero 2 W has no room for a browser); none: a laptop shows it
#                  through ssh; auto (usual): what fits this machine
#   --no-camera    leave out picamera2 (a USB camera needs none)
#   --no-buttons   leave out lgpio
#   --uninstall    take everything away again; games, profiles and settings stay
#   --with-games   with --uninstall: take those away too
#
# Run it again at any time: it repairs, and it upgrades.  Every version has a folder of its own; if the new one does not
# come up, the last one that worked is put back.  Beside a folder `wheels` (see deploy/make-bundle.sh) it needs no network.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
base=/opt/keltis-rig
data=/var/lib/keltis-rig
settings=/etc/keltis-rig
units=/etc/systemd/system
autostart=/etc/xdg/autostart/keltis-rig.desktop
rules=/etc/udev/rules.d/70-keltis-screen.rules
logs=/etc/systemd/journald.conf.d/keltis-rig.conf
user=keltis
screen_user=keltis-screen

dry=no screen=auto uninstall=no with_games=no camera=yes buttons=yes

main() {
    read_arguments "$@"
    [ "$(id -u)" = 0 ] || [ $dry = yes ] || stop "This has to be run as root: sudo $0 $*"
    if [ $uninstall = yes ]; then
        remove_everything
        return
    fi
    check_system
    choose_screen
    install_packages
    make_users
    install_version
    install_settings
    install_units
    start_or_go_back
    forget_old_versions
    tell_what_next
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry=yes ;;
            --uninstall) uninstall=yes ;;
            --with-games) with_games=yes ;;
            --no-camera) camera=no ;;
            --no-buttons) buttons=no ;;
            --screen)
                screen=${2:-}
                case $screen in auto | kiosk | desktop | phone | none) ;; *) stop "--screen takes auto, kiosk, desktop, phone or none." ;; esac
                shift
                ;;
            --help | -h)
                sed -n '2,/^set -/{s/^# \{0,1\}//;/^set -/d;p}' "${BASH_SOURCE[0]}"
                exit 0
                ;;
            *) stop "$1 is unknown; see: $0 --help" ;;
        esac
        shift
    done
}

stop() {
    echo "install: $1" >&2
    exit 2
}

say() { printf '%s\n' "- $*"; }

# Do something, or with --dry-run only say it.
run() {
    if [ $dry = yes ]; then
        printf '  would run: %s\n' "$*"
    else
        "$@"
    fi
}

# Write standard input to a file, if it holds something else.
write() {
    local place=$1 mode=${2:-644} text
    text=$(cat)
    if [ -f "$place" ] && [ "$(cat "$place")" = "$text" ]; then
        return
    fi
    if [ $dry = yes ]; then
        printf '  would write: %s\n' "$place"
        return
    fi
    mkdir -p "$(dirname "$place")"
    printf '%s\n' "$text" >"$place.new"
    chmod "$mode" "$place.new"
    mv "$place.new" "$place"
}

has_systemd() { [ -d /run/systemd/system ]; }

check_system() {
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) stop "The dice reader needs the 64-bit Raspberry Pi OS; write that to the card with Raspberry Pi Imager and run this again." ;;
    esac
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")
    case $codename in
        bookworm | trixie) ;;
        *) stop "This is Debian $codename; Raspberry Pi OS Bookworm or Trixie is wanted." ;;
    esac
    command -v systemctl >/dev/null || stop "This system starts without systemd, which starts the rig; Raspberry Pi OS has it."
    local free
    free=$(df --output=avail -k / | tail -n 1)
    [ "$free" -ge 1000000 ] || stop "Only $((free / 1000)) MB are free; 1000 MB are wanted. Make room and run this again."
    say "Debian $codename, $(dpkg --print-architecture)"
}

choose_screen() {
    if [ $screen = auto ]; then
        local memory
        memory=$(awk '/^MemTotal/ {print int($2 / 1024)}' /proc/meminfo 2>/dev/null || echo 2048)
        if [ "$memory" -lt 900 ]; then
            screen=phone # a browser needs about 450 MB beside the rig
        elif [ -e /etc/systemd/system/display-manager.service ]; then
            screen=desktop
        else
            screen=kiosk
        fi
    fi
    say "Screen: $screen"
}

install_packages() {
    local wanted=(python3 python3-venv fonts-dejavu-core)
    [ $camera = no ] || wanted+=(python3-picamera2)
    [ $buttons = no ] || wanted+=(python3-lgpio)
    case $screen in
        kiosk) wanted+=(cage "$(browser_package)" xwayland) ;;
        desktop) wanted+=("$(browser_package)") ;;
    esac
    local missing=() package
    for package in "${wanted[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ ${#missing[@]} = 0 ]; then
        say "All system packages are there"
    elif compgen -G "$here/debs/*.deb" >/dev/null; then
        say "Installing from the bundle: ${missing[*]}"
        run apt-get install -y -q --no-install-recommends "$here"/debs/*.deb
    elif [ -d "$here/wheels" ]; then
        stop "This bundle holds no system packages and these are missing: ${missing[*]}. Connect the network and run: sudo apt install --no-install-recommends ${missing[*]}"
    else
        say "Installing ${missing[*]}"
        run apt-get update -q
        can_be_had "${missing[@]}"
        run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
    fi
}

# Debian itself has neither of the Pi's own packages; apt's words for that would not say what to do.
can_be_had() { # package...
    local package
    [ $dry = no ] || return 0
    for package in "$@"; do
        case $(LC_ALL=C apt-cache policy "$package") in
            '' | *'Candidate: (none)'*)
                stop "$package is not to be had here. Only Raspberry Pi OS has the packages for the Pi's own camera and pins; on another Debian run: $0 --no-camera --no-buttons (a USB camera and the keyboard do). On a Pi look at the network and at /etc/apt/sources.list.d."
                ;;
        esac
    done
}

# Raspberry Pi OS Bookworm has another name for it than Trixie and Debian.
browser_package() {
    if apt-cache show chromium-browser 2>/dev/null | grep -q '^Version: .*rpt'; then
        echo chromium-browser
    else
        echo chromium
    fi
}

make_users() {
    make_user $user $data video gpio render input
    [ $screen != kiosk ] || make_user $screen_user /var/lib/keltis-screen video render input tty
    run install -d -o $user -g $user -m 750 $data
}

make_user() {
    local name=$1 home=$2 group
    shift 2
    if ! getent passwd "$name" >/dev/null; then
        say "Making the user $name"
        run useradd --system --user-group --home-dir "$home" --create-home --shell /usr/sbin/nologin "$name"
    fi
    for group in "$@"; do
        if getent group "$group" >/dev/null && ! id -nG "$name" 2>/dev/null | grep -qw "$group"; then
            run usermod --append --groups "$group" "$name"
        fi
    done
}

# A fresh environment in a folder of its own; what runs now is not touched.
install_version() {
    previous=$(readlink -f $base/current 2>/dev/null || true)
    version=$base/versions/$(date +%Y%m%d-%H%M%S)
    say "Installing into $version"
    run mkdir -p "$version"
    run python3 -m venv --system-site-packages "$version/venv"
    local pip=("$version/venv/bin/pip" install --quiet --disable-pip-version-check --no-input)
    local extra=''
    [ $camera = no ] || extra='[pi]'
    if [ -d "$here/wheels" ]; then
        run "${pip[@]}" --no-index --find-links "$here/wheels" --constraint "$here/constraints.txt" "keltis-rig$extra" ||
            given_up "The bundle does not fit this system; make it again with deploy/make-bundle.sh."
    else
        local source
        source=$(mktemp -d) # a build leaves folders where it happens
        mkdir "$source/keltis-rig"
        [ $dry = yes ] || tar -C "$here/.." --exclude=./.git --exclude=./.venv --exclude=./build --exclude=./models/work -c . |
            tar -x --no-same-owner -C "$source/keltis-rig"
        run "${pip[@]}" --constraint "$here/../constraints.txt" "$source/keltis-rig$extra" ||
            given_up "The packages could not be installed; look at the lines above and at the network."
        rm -rf "$source"
    fi
    run install -m 755 "$here/screen.sh" "$version/screen.sh"
    run "$version/venv/bin/keltis" --help >/dev/null || given_up "The new version does not start."
    run ln -sfn "$version" $base/current.new
    run mv -T $base/current.new $base/current
    write /usr/local/bin/keltis 755 <<'K'
#!/bin/sh
# The rig's command, with the rig's settings, and on its games for whoever may see them (sudo keltis doctor).
export KELTIS_SETTINGS="${KELTIS_SETTINGS:-/etc/keltis-rig/rig.toml}"
[ ! -w /var/lib/keltis-rig ] || export KELTIS_DATA="${KELTIS_DATA:-/var/lib/keltis-rig}"
exec /opt/keltis-rig/current/venv/bin/keltis "$@"
K
}

given_up() {
    rm -rf "$version"
    stop "$1 Nothing was changed."
}

install_settings() {
    if [ ! -e $settings/rig.toml ]; then
        write $settings/rig.toml <"$here/rig.toml"
    fi
    [ $screen != phone ] || let_phones_in
}

# Without a screen nobody could read a code from it, so the owner gets one of their own.
let_phones_in() {
    if [ $dry = yes ]; then
        printf '  would write: %s, so that the page is open to phones, with a code of their own\n' $settings/rig.toml
        return
    fi
    grep -q '^[[:space:]]*\[page\]' $settings/rig.toml || printf '\n[page]\n' >>$settings/rig.toml
    grep -q '^[[:space:]]*phones[[:space:]]*=' $settings/rig.toml ||
        sed -i '/^[[:space:]]*\[page\]/a phones = "always"' $settings/rig.toml
    grep -q '^[[:space:]]*phone_code[[:space:]]*=' $settings/rig.toml ||
        sed -i "/^[[:space:]]*\[page\]/a phone_code = \"$(shuf -i 10000000-99999999 -n 1 --random-source=/dev/urandom)\"" $settings/rig.toml
}

install_units() {
    write $units/keltis-rig.service <"$here/keltis-rig.service"
    if [ $screen = kiosk ]; then
        write $units/keltis-screen.service <"$here/keltis-screen.service"
    else
        remove_unit keltis-screen.service
    fi
    if [ $screen = desktop ]; then
        write $autostart <"$here/keltis-rig.desktop"
    else
        run rm -f $autostart
    fi
    if [ $screen = none ]; then
        run rm -f $rules
    else # whoever shows the page may dim a panel's light
        write $rules <<'R'
SUBSYSTEM=="backlight", ACTION=="add", RUN+="/bin/chgrp video /sys/class/backlight/%k/brightness", RUN+="/bin/chmod g+w /sys/class/backlight/%k/brightness"
R
    fi
    write $logs <<'J'
# The system's log may grow to a tenth of the card; this is more than enough, and wears it less.
[Journal]
SystemMaxUse=100M
J
    ! has_systemd || run systemctl daemon-reload
    run systemctl enable --quiet keltis-rig.service
    if [ $screen = kiosk ]; then
        run systemctl enable --quiet keltis-screen.service
        start_into_the_screen
    else
        start_as_before
    fi
}

# The screen's service belongs to the graphical start; how this machine started before is remembered.
start_into_the_screen() {
    local started
    started=$(systemctl get-default 2>/dev/null || echo graphical.target)
    if [ -n "$started" ] && [ "$started" != graphical.target ]; then
        write $base/started-into <<<"$started"
        run systemctl set-default --quiet graphical.target
    fi
}

start_as_before() {
    [ -e $base/started-into ] || return 0
    run systemctl set-default --quiet "$(cat $base/started-into)" ||
        say "How the system starts was not put back: sudo systemctl set-default multi-user.target"
    run rm -f $base/started-into
}

start_or_go_back() {
    has_systemd || return 0
    say "Starting"
    if run systemctl restart keltis-rig.service && { [ $dry = yes ] || comes_up; }; then
        [ $screen != kiosk ] || run systemctl restart --no-block keltis-screen.service
        return
    fi
    if [ -n "$previous" ] && [ -d "$previous" ]; then
        ln -sfn "$previous" $base/current.new
        mv -T $base/current.new $base/current
        systemctl restart keltis-rig.service
        rm -rf "$version"
        stop "The new version did not come up, so the last one is back. Its log: journalctl -u keltis-rig -n 50"
    fi
    stop "The rig did not come up. Its log: journalctl -u keltis-rig -n 50; what is wrong here: keltis doctor"
}

comes_up() {
    local i
    for i in $(seq 15); do
        systemctl is-active --quiet keltis-rig.service || return 1
        sleep 1
    done
}

forget_old_versions() {
    local old
    for old in $base/versions/*; do
        [ -d "$old" ] || continue
        [ "$old" = "$version" ] || [ "$old" = "$previous" ] || run rm -rf "$old"
    done
}

tell_what_next() {
    if [ $dry = yes ]; then
        say "Nothing was changed; without --dry-run the above is done"
        return
    fi
    say "Done. The page: http://localhost:8080/   What was found here: keltis doctor   A report for help: keltis selftest"
    case $screen in
        kiosk) say "It comes up by itself at the next start: sudo reboot" ;;
        desktop) say "It opens by itself when the desktop starts" ;;
        phone)
            local code port
            code=$(sed -n 's/^[[:space:]]*phone_code[[:space:]]*=[[:space:]]*"\([0-9]*\)".*/\1/p' $settings/rig.toml)
            port=$(sed -n 's/^[[:space:]]*port[[:space:]]*=[[:space:]]*\([0-9]*\).*/\1/p' $settings/rig.toml)
            say "On a phone in the same network: http://$(hostname).local:${port:-8080}/ or http://$(hostname -I 2>/dev/null | cut -d' ' -f1):${port:-8080}/"
            say "There ☰, Phones, and the code $code (kept in $settings/rig.toml)"
            ;;
        none) say "From a laptop: ssh -L 8080:localhost:8080 $(logname 2>/dev/null || echo USER)@$(hostname), then open http://localhost:8080/ there" ;;
    esac
}

remove_unit() {
    if [ -e "$units/$1" ]; then
        run systemctl disable --quiet "$1" || true
        ! has_systemd || run systemctl stop "$1" || true
        run rm -f "$units/$1"
    fi
}

remove_everything() {
    remove_unit keltis-screen.service
    remove_unit keltis-rig.service
    ! has_systemd || run systemctl daemon-reload
    start_as_before
    run rm -f $logs
    [ $dry = yes ] || rmdir --ignore-fail-on-non-empty "$(dirname $logs)" 2>/dev/null || true
    run rm -f $autostart $rules /usr/local/bin/keltis
    run rm -rf $base /var/lib/keltis-screen
    ! getent passwd $screen_user >/dev/null || run userdel $screen_user
    if [ $with_games = yes ]; then
        ! getent passwd $user >/dev/null || run userdel $user
        run rm -rf $data $settings
        say "Everything is gone"
    else
        say "Everything is gone except games and profiles in $data and settings in $settings"
        say "To take those away too: $0 --uninstall --with-games"
    fi
}

main "$@"
