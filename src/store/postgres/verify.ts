/** Checks every row of a tenant. */
import { isObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import type { EntityKind } from '../../platform/entities.ts';
import type { Database, Session } from './connection/database.ts';
import { databaseFailure } from './connection/failures.ts';
import { assertStore } from './schema/find-store.ts';
import { bytesToId } from './state/keys.ts';

/** A store knows only types of the platform. The type keeps this list complete. */
const KINDS: Readonly<Record<EntityKind, true>> = {
  Assessments: true,
  Collections: true,
  Hierarchies: true,
  KeptAnswers: true,
  Objectives: true,
  ProctoringTemplates: true,
  ReviewSessions: true,
  Roles: true,
  RootHierarchy: true,
  Schedules: true,
  Settings: true,
  SynchronizationKeys: true,
  Taxonomies: true,
  UserNames: true,
  Users: true,
};

/**
 * All kinds, in their order in the index. Statements about a whole tenant name them, since the index begins with the
 * kind.
 */
const ALL_KINDS = Object.keys(KINDS) as readonly EntityKind[];

const ROWS_OF_A_PAGE = 1_000;
const BEFORE_ALL_IDS = '\\x';

/** Each text must be a JSON object, and users and the entries of their names and keys must refer to each other. */
export async function verifyStore(database: Database): Promise<readonly string[]> {
  await assertStore(database);
  const { address } = database;
  const verify = async (session: Session): Promise<readonly string[]> => {
    // All pages are read from one snapshot, while others write.
    await session.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
    const problems: string[] = [];
    const index = new Index();
    for (const kind of ALL_KINDS) {
      for await (const [id, body] of readKind(session, address.tenant, kind)) {
        const entity = parseJson(body);
        if (!isObject(entity)) problems.push(`${nameEntity(kind, id)} is no JSON object`);
        else index.add(kind, id, entity);
      }
    }
    await session.query({ text: 'COMMIT' });
    return [...problems, ...index.problems()];
  };
  return database.use(verify).catch((error: unknown) => {
    throw databaseFailure(address, error);
  });
}

const PAGE = `
SELECT id, body FROM examctl.entities
WHERE tenant = $1 AND kind = $2 AND id >= $3 ORDER BY id LIMIT ${ROWS_OF_A_PAGE}`;

/** Yields the ids and texts of a kind. A page begins with the last row of the page before. */
async function* readKind(session: Session, tenant: string, kind: EntityKind): AsyncGenerator<[string, string]> {
  let from: string | undefined = BEFORE_ALL_IDS;
  for (let skipped = 0; from !== undefined; skipped = 1) {
    const values: string[] = [tenant, kind, from];
    const rows: readonly PageRow[] = await session.query<PageRow>({ name: 'page', text: PAGE, values });
    for (const { id, body } of rows.slice(skipped)) yield [bytesToId(id), body];
    const last = rows.at(-1);
    from = last === undefined || rows.length < ROWS_OF_A_PAGE ? undefined : `\\x${last.id.toString('hex')}`;
  }
}

interface PageRow {
  readonly id: Buffer;
  readonly body: string;
}

/** The users of all names and keys: as the users have them, and as the entries by which they are found. */
class Index {
  readonly #ofUsers = new Map<string, string>();
  readonly #ofEntries = new Map<string, string>();

  add(kind: EntityKind, id: string, entity: JsonObject): void {
    const { ExternalId, UserName, SynchronizationKey: key } = entity;
    if (kind === 'UserNames' || kind === 'SynchronizationKeys')
      this.#ofEntries.set(nameEntity(kind, id), String(ExternalId));
    if (kind !== 'Users') return;
    if (typeof UserName === 'string' && UserName !== '') this.#ofUsers.set(nameEntity('UserNames', UserName), id);
    if (typeof key === 'string' && key !== '')
      this.#ofUsers.set(nameEntity('SynchronizationKeys', key.toLowerCase()), id);
  }

  *problems(): Generator<string> {
    for (const [entry, user] of this.#ofEntries) {
      if (this.#ofUsers.get(entry) !== user)
        yield `${entry} refers to ${nameEntity('Users', user)}, which does not have it`;
    }
    for (const [entry, user] of this.#ofUsers) {
      if (this.#ofEntries.get(entry) !== user) yield `${nameEntity('Users', user)} is not found by ${entry}`;
    }
  }
}

function nameEntity(kind: EntityKind, id: string): string {
  return `${kind} ${JSON.stringify(id)}`;
}
