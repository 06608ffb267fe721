/**
 * What is measured, beside what, and what is to be reached. A row's `sides` prepares its files and gives each side a
 * `turn`, which is measured, and the `count` that shows that its work was done.
 */

import { check10, checkMapped, checkSchedules, checkUsers, checkWorkbook, readWorkbook } from './checks.js';
import { passwords, serveGet, servePost, syncToServe } from './http.js';
import {
  AJV,
  ARGON2,
  AS_CSV,
  EMPTY,
  EXCELJS,
  EXCELJS_READER,
  HONO,
  NODE,
  OWN_HEADERS,
  PG,
  PGBENCH,
  POOL,
  SMALLER,
  SQLITE,
  ZOD,
} from './names.js';
import { MISSING, postToPostgres, syncToPostgres } from './postgres/sides.js';
import { help, version } from './starts.js';
import { oneNew, oneRecord, pushSchedules, syncAgain, syncChanged, syncMillion, syncNew } from './syncs.js';

/** So many times as fast as the peer. */
const atLeast = (ratio, peer) => ({ peer, kind: 'at least', ratio });
/** So many times the peer's time. */
const atMost = (ratio, peer) => ({ peer, kind: 'at most', ratio });

/** Shown beside the peer, with nothing to be reached. */
const beside = (peer) => atLeast(0, peer);

/** `size` counts records, `turns` is how many turns each of `--runs` takes. */
export const ROWS = [
  { name: 'version', work: '--version', size: 0, turns: 10, goals: [atMost(1.8, NODE)], sides: version },
  { name: 'help', work: 'every --help, the slowest', size: 0, turns: 5, goals: [atMost(1.8, NODE)], sides: help },
  { name: 'users-10', work: 'validate users', size: 10, turns: 10, goals: [atMost(3.5, NODE)], sides: check10 },
  { name: 'users-10k', work: 'validate users', size: 10_000, turns: 3, goals: [atLeast(1.2, ZOD)], sides: checkUsers },
  {
    name: 'users-200k',
    work: 'validate users',
    size: 200_000,
    limitMb: 350,
    goals: [atLeast(2.5, ZOD), beside(AJV)],
    sides: checkUsers,
  },
  {
    name: 'mapped-200k',
    work: 'validate users with a mapping',
    size: 200_000,
    limitMb: 350,
    goals: [atMost(1.15, OWN_HEADERS)],
    sides: checkMapped,
  },
  {
    name: 'users-1m',
    work: 'validate users',
    size: 1_000_000,
    limitMb: 2000,
    goals: [beside(ZOD), beside(AJV)],
    sides: checkUsers,
  },
  {
    name: 'users-200k-faulty',
    work: 'validate users, 5% faulty',
    size: 200_000,
    faulty: 5,
    limitMb: 300,
    goals: [atLeast(2, ZOD)],
    sides: checkUsers,
  },
  {
    name: 'read-workbook-100k',
    work: 'rows of a workbook, read and not checked',
    size: 100_000,
    limitMb: 300,
    goals: [atLeast(1, EXCELJS_READER)],
    sides: readWorkbook,
  },
  {
    name: 'workbook-100k',
    work: 'validate users of a workbook',
    size: 100_000,
    limitMb: 300,
    goals: [atLeast(1, EXCELJS), atLeast(0.2, AS_CSV)],
    sides: checkWorkbook,
  },
  {
    name: 'schedules-200k',
    work: 'validate schedules, candidates',
    size: 200_000,
    limitMb: 350,
    goals: [atLeast(1.8, ZOD)],
    sides: checkSchedules,
  },
  {
    name: 'sync-50k',
    work: 'user sync, new users',
    size: 50_000,
    limitMb: 350,
    goals: [atLeast(1.1, SQLITE)],
    sides: syncNew,
  },
  {
    name: 'sync-200k',
    work: 'user sync, new users',
    size: 200_000,
    limitMb: 350,
    goals: [atLeast(1.6, SQLITE)],
    sides: syncNew,
  },
  {
    name: 'again-50k',
    work: 'user sync again, every user compared',
    size: 50_000,
    limitMb: 350,
    goals: [atLeast(1.2, SQLITE)],
    sides: syncAgain,
  },
  {
    name: 'again-200k',
    work: 'user sync again, every user compared',
    size: 200_000,
    limitMb: 350,
    goals: [atLeast(1.6, SQLITE)],
    sides: syncAgain,
  },
  {
    name: 'changed-200k',
    work: 'user sync again, 1% changed',
    size: 200_000,
    changed: 1,
    limitMb: 350,
    goals: [atLeast(1.5, SQLITE)],
    sides: syncChanged,
  },
  {
    name: 'push-200k',
    work: 'schedule push, candidates',
    size: 200_000,
    limitMb: 350,
    goals: [atMost(2, ZOD)],
    sides: pushSchedules,
  },
  {
    name: 'sync-1m',
    work: 'user sync, new users',
    size: 1_000_000,
    limitMb: 2000,
    goals: [atMost(5.5, SMALLER)],
    sides: syncMillion,
  },
  {
    name: 'one-of-1m',
    work: 'local show users ID, users in the store',
    size: 1_000_000,
    turns: 5,
    goals: [atMost(1.5, EMPTY)],
    sides: oneRecord,
  },
  {
    name: 'new-one-of-1m',
    work: 'user sync of one new user, users in the store',
    size: 1_000_000,
    turns: 5,
    goals: [atMost(1.5, EMPTY)],
    sides: oneNew,
  },
  {
    name: 'push-to-serve',
    work: 'user sync to serve, the whole command',
    size: 10_000,
    goals: [atLeast(0.9, POOL)],
    sides: syncToServe,
  },
  {
    name: 'serve-post',
    work: 'serve, POST /user, 32 connections',
    size: 20_000,
    goals: [atLeast(0.4, HONO)],
    sides: servePost,
  },
  {
    name: 'serve-get',
    work: 'serve, GET of a review session, 32 connections',
    size: 20_000,
    goals: [atLeast(0.6, HONO)],
    sides: serveGet,
  },
  {
    name: 'postgres-sync-100k',
    work: 'user sync to PostgreSQL, new users',
    size: 100_000,
    limitMb: 350,
    missing: MISSING,
    goals: [atLeast(0.7, PG)],
    sides: syncToPostgres,
  },
  {
    name: 'postgres-post',
    work: 'serve on PostgreSQL, POST /user, 32 connections',
    size: 20_000,
    missing: MISSING,
    goals: [beside(PGBENCH)],
    sides: postToPostgres,
  },
  {
    name: 'passwords-new',
    work: 'user sync, new users with passwords',
    size: 500,
    goals: [atLeast(0.9, ARGON2)],
    sides: passwords('hash'),
  },
  {
    name: 'passwords-again',
    work: 'user sync again, users with passwords',
    size: 500,
    goals: [atLeast(0.9, ARGON2)],
    sides: passwords('verify'),
  },
];
