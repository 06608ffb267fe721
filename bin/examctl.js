#!/usr/bin/env node
require('./code-cache.js').useCodeCache();
require('../dist/main.cjs');
