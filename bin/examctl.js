#!/usr/bin/env node
// The program is in many files, of which node opens several dozen at once. Where the system does not allow that, the
// same program in one file is loaded instead: slower to start, but it works, or says in its own words why it cannot.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

const FILES_AT_ONCE = 64;

await import(canOpen(FILES_AT_ONCE) ? '../dist/main.js' : '../dist/whole.js');

function canOpen(count) {
  const opened = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull));
    return true;
  } catch {
    return false;
  } finally {
    for (const file of opened) closeSync(file);
  }
}
