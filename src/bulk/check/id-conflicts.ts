/** The warning that one id stands for two people: the platform keeps one user for it, and the last one sent counts. */
import type { Draft } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import { ownValue } from '../../base/own-value.ts';
import { problem } from '../../platform/problem.ts';
import { createCompactMap, hash64 } from '../../base/compact-map.ts';
import { describePlace } from '../model/place.ts';
import { toFinding } from './findings.ts';
import type { RepeatCheck } from './repeats.ts';

/** The fields that identify a person. Each schedule may give a candidate other rights and other times. */
const PERSON = ['FirstName', 'LastName', 'Email'] as const;
const RULE = 'candidate.candidate-ext-id.differs';

/** The upper bits of a digest make room for the number of the file. */
const FILES_MAX = 256;
const DIGEST_MAX = 2 ** 24;

/** Remembers who each id was first, across schedules and files; one that differs gets a warning. */
export function createOneUserCheck(): RepeatCheck {
  const first = createCompactMap();
  const files: string[] = [];
  return (draft) => {
    const candidates = ownValue(draft.request, 'Candidates');
    if (!Array.isArray(candidates)) return [];
    return candidates.flatMap((candidate: unknown, index) => {
      const id = ownValue(candidate, 'CandidateExtId');
      if (typeof id !== 'string') return [];
      const path = ['Candidates', index, 'CandidateExtId'];
      const own = draft.locate(path);
      const { file, line } = own;
      if (files.at(-1) !== file) files.push(file);
      const digest = digestOf(candidate);
      const known = first.get(id);
      if (known === undefined) {
        first.set(id, line, Math.min(files.length, FILES_MAX) * DIGEST_MAX - DIGEST_MAX + digest);
        return [];
      }
      if (known[1] % DIGEST_MAX === digest) return [];
      const place = { file: files[Math.floor(known[1] / DIGEST_MAX)] ?? file, line: known[0] };
      return [differs(draft, path, describePlace(place, own))];
    });
  };
}

function differs(draft: Draft, path: readonly (string | number)[], place: string): Finding {
  const message = `${PERSON.join(', ')} are not all as in ${place}: an id is one user, and the last one sent counts`;
  const suggestion = 'see whose id it is, or write the same in both';
  return toFinding(draft, problem({ path, rule: RULE, message, suggestion }), 'warning');
}

function digestOf(candidate: unknown): number {
  const [, low] = hash64(JSON.stringify(PERSON.map((name) => ownValue(candidate, name) ?? null)));
  return low % DIGEST_MAX;
}
