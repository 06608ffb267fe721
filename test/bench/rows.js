/**
 * What is measured, beside what, and what is to be reached. A row's `sides` prepares its files and gives each side a
 * `turn`, which is measured, and the `count` that shows that its work was done.
 */
import { check10, checkMapped, checkSchedules, checkUsers, checkWorkbook } from './checks.js';
import { newPasswords, serveGet, servePost, syncToServe } from './http.js';
import * as peers from './names.js';
import { MISSING, postToPostgres, syncToPostgres } from './postgres/sides.js';
import { help, version } from './starts.js';
import { oneNew, pushSchedules, syncAgain, syncChanged, syncMillion, syncNew } from './syncs.js';

/** So many times as fast as the peer. */
const atLeast = (ratio, peer) => ({ peer, kind: 'at least', ratio });
/** So many times the peer's time. */
const atMost = (ratio, peer) => ({ peer, kind: 'at most', ratio });
/** Shown beside the peer, with nothing to be reached. */
const beside = (peer) => atLeast(0, peer);

/** `size` counts records, `turns` is how many turns each of `--runs` takes. */
const row = (name, work, size, sides, goals, more = {}) => ({ name, work, size, sides, goals, ...more });

const { NODE, ZOD, SQLITE, EMPTY } = peers;

export const ROWS = [
  row('version', '--version', 0, version, [atMost(1.8, NODE)], { turns: 10 }),
  row('help', 'every --help, the slowest', 0, help, [atMost(1.8, NODE)], { turns: 5 }),
  row('users-10', 'validate users', 10, check10, [atMost(3.5, NODE)], { turns: 10 }),
  row('users-10k', 'validate users', 10_000, checkUsers, [atLeast(1.2, ZOD)], { turns: 3 }),
  row('users-200k', 'validate users', 200_000, checkUsers, [atLeast(2.5, ZOD)], { limitMb: 350 }),
  row('mapped-200k', 'validate users with a mapping', 200_000, checkMapped, [atMost(1.15, peers.OWN_HEADERS)], {
    limitMb: 350,
  }),
  row('users-1m', 'validate users', 1_000_000, checkUsers, [beside(ZOD)], { limitMb: 2000 }),
  row('users-200k-faulty', 'validate users, 5% faulty', 200_000, checkUsers, [atLeast(2, ZOD)], {
    faulty: 5,
    limitMb: 300,
  }),
  row(
    'workbook-100k',
    'validate users of a workbook',
    100_000,
    checkWorkbook,
    [atLeast(1, peers.EXCELJS), atLeast(0.2, peers.AS_CSV)],
    { limitMb: 300 },
  ),
  row('schedules-200k', 'validate schedules, candidates', 200_000, checkSchedules, [atLeast(1.8, ZOD)], {
    limitMb: 350,
  }),
  row('sync-50k', 'user sync, new users', 50_000, syncNew, [atLeast(1.1, SQLITE)], { limitMb: 350 }),
  row('sync-200k', 'user sync, new users', 200_000, syncNew, [atLeast(1.6, SQLITE)], { limitMb: 350 }),
  row('again-50k', 'user sync again, every user compared', 50_000, syncAgain, [atLeast(1.2, SQLITE)], { limitMb: 350 }),
  row('again-200k', 'user sync again, every user compared', 200_000, syncAgain, [atLeast(1.6, SQLITE)], {
    limitMb: 350,
  }),
  row('changed-200k', 'user sync again, 1% changed', 200_000, syncChanged, [atLeast(1.5, SQLITE)], {
    changed: 1,
    limitMb: 350,
  }),
  row('push-200k', 'schedule push, candidates', 200_000, pushSchedules, [atMost(2, ZOD)], { limitMb: 350 }),
  row('sync-1m', 'user sync, new users', 1_000_000, syncMillion, [atMost(5.5, peers.SMALLER)], { limitMb: 2000 }),
  row('one-of-20k', 'user sync of one new user, users in the store', 20_000, oneNew, [atMost(2, EMPTY)], { turns: 5 }),
  row('one-of-200k', 'user sync of one new user, users in the store', 200_000, oneNew, [beside(EMPTY)], {
    turns: 5,
    limitMb: 300,
    limitSeconds: 1,
  }),
  row('push-to-serve', 'user sync to serve, the whole command', 10_000, syncToServe, [atLeast(0.9, peers.POOL)]),
  row('serve-post', 'serve, POST /user, 32 connections', 20_000, servePost, [atLeast(0.4, peers.HONO)]),
  row('serve-get', 'serve, GET of a review session, 32 connections', 20_000, serveGet, [atLeast(0.6, peers.HONO)]),
  row('postgres-sync-100k', 'user sync to PostgreSQL, new users', 100_000, syncToPostgres, [atLeast(0.9, peers.PG)], {
    limitMb: 350,
    missing: MISSING,
  }),
  row(
    'postgres-post',
    'serve on PostgreSQL, POST /user, 32 connections',
    20_000,
    postToPostgres,
    [beside(peers.PGBENCH)],
    {
      missing: MISSING,
    },
  ),
  row('passwords-new', 'user sync, new users with passwords', 500, newPasswords, [atLeast(0.9, peers.ARGON2)]),
];
