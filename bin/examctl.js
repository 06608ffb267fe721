#!/usr/bin/env node
// Node 22 and later keep what V8 has compiled, so that the next command starts faster.
require('node:module').enableCompileCache?.();
require('../dist/main.cjs');
