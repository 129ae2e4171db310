#!/usr/bin/env bash
# Verifies the whole repository: bash scripts/verify.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The spec reporter repeats the failing tests at the end, where a cut of the output still shows them.
node --test --test-reporter=spec
