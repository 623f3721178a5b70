#!/bin/sh
# Install Chromium, which the browser tests use, from Debian's packages: its headless shell, which takes less time
# than the whole browser, if there is a package of it. `make chromium` calls this when you ask for it; `make test`
# calls it only if CI is set. Without Chromium the browser tests are skipped (with CI set they fail).
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
    echo "installing Chromium for the browser tests (about a minute)"
    $as_root apt-get update -qq
    for package in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends \
            "$package" fonts-liberation >/dev/null && exit 0
    done
fi
echo "Chromium is not installed: the browser tests are skipped"
exit 0
