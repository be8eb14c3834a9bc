#!/bin/sh
# First program of a machine whose plug will be pulled: plays a scripted game, says on the console what is safe.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 PYTHONPATH=/opt/check
mount -t proc proc /proc
mount -t devtmpfs dev /dev 2>/dev/null
seed=$(sed -n 's/.*seed=\([0-9]*\).*/\1/p' /proc/cmdline)
mkdir -p /var/lib/cut
cd /tmp
exec /opt/keltis-rig/current/venv/bin/python /opt/check/tests/rig/journal_victim.py /var/lib/cut /dev/console "$seed" >/dev/console 2>&1
