#!/usr/bin/env bash
# The scripts' promises: what they say when something is wrong, and that they leave nothing behind.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
repository=$(cd "$here/../.." && pwd -P)
scripts="$repository/scripts"
# shellcheck source=tests/scripts/harness.sh
. "$here/harness.sh"
# shellcheck source=tests/scripts/usage.sh
. "$here/usage.sh"
# shellcheck source=tests/scripts/environment.sh
. "$here/environment.sh"
# shellcheck source=tests/scripts/lint.sh
. "$here/lint.sh"
# shellcheck source=tests/scripts/count.sh
. "$here/count.sh"
# shellcheck source=tests/scripts/tidy.sh
. "$here/tidy.sh"
run_all
