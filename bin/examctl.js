#!/usr/bin/env node
require('./code-cache.js').runProgram(require('node:path').join(__dirname, '../dist'));
