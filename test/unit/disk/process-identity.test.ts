import { beforeAll, expect, it } from 'vitest';
import {
  ownIdentity,
  type ProcessIdentity,
  type ProcessState,
  processStateOf,
} from '../../../src/disk/process-identity.ts';
import { deadPid } from '../../support/store/worker-process.ts';

let gonePid: number;

beforeAll(async () => {
  gonePid = await deadPid();
});

it.each<[string, ProcessState, () => Partial<ProcessIdentity>]>([
  ['this process', 'running', () => ({})],
  ['a process that has ended', 'ended', () => ({ pid: gonePid })],
  ['one whose number another one has now', 'ended', () => ({ startTime: '1' })],
  ['one from before the machine was started', 'ended', () => ({ bootId: 'another' })],
  ['one whose system does not say when it began', 'running', () => ({ startTime: null })],
  ['one on another machine', 'unknown', () => ({ host: 'elsewhere', pid: gonePid })],
  ['one in another container', 'unknown', () => ({ pidNamespace: 'pid:[1]', pid: gonePid })],
  ['one of a system that says nothing of its start', 'unknown', () => ({ bootId: null, pid: gonePid })],
])('%s is %s', (_, fate, differences) => {
  expect(processStateOf({ ...ownIdentity(), ...differences() })).toBe(fate);
});
