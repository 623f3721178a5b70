#!/bin/sh
# The browser tests drive the system's Chromium. Where it is missing it is installed from Debian's packages, if
# whoever runs this may; if not, that is said, and the tests skip (with CI set they fail instead).
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
    echo "installing Chromium, which the browser tests drive"
    $as_root apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends \
            chromium fonts-liberation >/dev/null
fi
command -v chromium >/dev/null || echo "there is no Chromium and it cannot be installed here: no browser tests"
exit 0
