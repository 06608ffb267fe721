import { setTimeout as sleep } from 'node:timers/promises';

export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5);
}
