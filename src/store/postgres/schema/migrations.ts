/**
 * The schema of a database, as steps that run once each, in order. A released step is never changed: a later step
 * corrects its mistakes. After each step, servers of the previous version still work, so that a rolling upgrade is
 * possible.
 */
import { FOLDED_USERS } from './folded-users.ts';

export interface Migration {
  readonly does: string;
  readonly sql: string;
}

/**
 * The contract of `commit`. The step in `folded-users.ts` replaces this text, and further changes need a further step.
 */
const COMMIT = `
-- Deletes one row by the primary key. A statement for several rows could read all rows of the tenant.
CREATE OR REPLACE FUNCTION examctl.remove(of_tenant text, of_kind text, of_id bytea) RETURNS void LANGUAGE sql AS $$
  DELETE FROM examctl.entities WHERE tenant = of_tenant AND kind = of_kind AND id = of_id
$$;

-- Commits a decision that depends on rows with known versions. If one of these rows has changed, it writes nothing and returns
-- the changed rows; a returned row with n = 0 means that a list of ids has changed. The body '=' is for a row that was only
-- read, and '-' for a row to delete. Version 0 means that there is no row. If the number was committed before, it does nothing
-- and returns no rows. Each statement sees all commits that ended before the locks were taken.
CREATE OR REPLACE FUNCTION examctl.commit(of_tenant text, number bigint, kinds text, ids text, versions text, bodies text, lists text, digests text)
RETURNS TABLE (n bigint, version bigint, body text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM examctl.take_locks(of_tenant, kinds, ids, versions, bodies, lists);
  PERFORM FROM examctl.commits AS c WHERE c.tenant = of_tenant AND c.version = number;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT w.n, coalesce(e.version, 0), e.body
    FROM examctl.lines(kinds, ids, versions, bodies) AS w
    LEFT JOIN examctl.entities e ON e.tenant = of_tenant AND e.kind = w.kind AND e.id = w.id
    WHERE coalesce(e.version, 0) <> w.version;
  IF FOUND THEN RETURN; END IF;
  IF lists <> '' AND examctl.list_digests(of_tenant, lists) <> digests THEN
    RETURN QUERY SELECT 0::bigint, 0::bigint, NULL::text;
    RETURN;
  END IF;
  PERFORM examctl.remove(of_tenant, w.kind, w.id) FROM examctl.lines(kinds, ids, versions, bodies) AS w WHERE w.body = '-';
  INSERT INTO examctl.entities AS e (tenant, kind, id, version, body)
    SELECT of_tenant, w.kind, w.id, number, w.body
    FROM examctl.lines(kinds, ids, versions, bodies) AS w WHERE w.body NOT IN ('-', '=')
    ON CONFLICT (tenant, kind, id) DO UPDATE SET version = excluded.version, body = excluded.body;
  INSERT INTO examctl.commits AS c (tenant, version) VALUES (of_tenant, number);
  -- Sometimes, old numbers are deleted: nobody asks for them any more.
  IF random() < 0.001 THEN
    DELETE FROM examctl.commits AS c WHERE c.tenant = of_tenant AND c.at < now() - interval '5 minutes';
  END IF;
END $$;
`;

/** The tables and functions that every store needs. */
const STORE = `
CREATE TABLE examctl.tenants (
  tenant text COLLATE "C" PRIMARY KEY,
  created timestamptz NOT NULL DEFAULT now()
);

-- A body is text, exactly as the program wrote it: jsonb would change the order of fields, and refuses U+0000. An id is bytes,
-- since an id of the interface may have half of a surrogate pair. A version is the number of the commit that wrote the row.
CREATE TABLE examctl.entities (
  tenant text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id bytea NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  body text NOT NULL,
  PRIMARY KEY (tenant, kind, id)
);

CREATE TABLE examctl.tokens (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{8}$'),
  name text,
  created text NOT NULL,
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (tenant, id)
);

-- The commits of the last minutes, for programs that lost the answer to a commit.
CREATE TABLE examctl.commits (
  tenant text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, version)
);

-- Row level security is the second barrier between tenants. The first one: each statement names its tenant.
ALTER TABLE examctl.entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE examctl.entities FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON examctl.entities USING (tenant = current_setting('examctl.tenant', true));
ALTER TABLE examctl.commits ENABLE ROW LEVEL SECURITY;
ALTER TABLE examctl.commits FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON examctl.commits USING (tenant = current_setting('examctl.tenant', true));
ALTER TABLE examctl.tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE examctl.tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON examctl.tokens USING (tenant = current_setting('examctl.tenant', true));

-- The rows that the program sends. Kinds, ids, versions and bodies are texts with a line for each row: JSON has no raw line
-- breaks. OFFSET 0 keeps the conversion to bytes inside: with row level security, it would prevent the use of the index.
CREATE FUNCTION examctl.lines(kinds text, ids text, versions text, bodies text)
RETURNS TABLE (n bigint, kind text, id bytea, version bigint, body text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT w.n, w.kind, w.id::bytea, w.version::bigint, w.body
  FROM unnest(string_to_array(kinds, E'\\n'), string_to_array(ids, E'\\n'), string_to_array(versions, E'\\n'),
              string_to_array(bodies, E'\\n')) WITH ORDINALITY AS w (kind, id, version, body, n)
  OFFSET 0
$$;

CREATE FUNCTION examctl.tenant_lock(tenant text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended('examctl tenant ' || tenant, 0) $$;

-- Takes the locks of a commit: shared locks for rows that were read, exclusive locks for rows to write. Up to 200 keys are
-- locked one by one, always in the same order, so that there is no deadlock. For more keys, the whole tenant is locked. A
-- commit that has read a list of ids locks it exclusively; a commit that adds or deletes ids takes a shared lock.
CREATE FUNCTION examctl.take_locks(tenant text, kinds text, ids text, versions text, bodies text, lists text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
BEGIN
  IF cardinality(string_to_array(kinds, E'\\n')) > 200 THEN
    PERFORM pg_advisory_xact_lock(examctl.tenant_lock(tenant));
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(examctl.tenant_lock(tenant));
  FOR wanted IN
    SELECT lock, bool_or(writes) AS writes FROM (
      SELECT hashtextextended('examctl ' || tenant || ' ' || kind || ' ' || encode(id, 'hex'), 0) AS lock, body <> '=' AS writes
      FROM examctl.lines(kinds, ids, versions, bodies)
      UNION ALL
      SELECT hashtextextended('examctl ' || tenant || ' ids of ' || kind, 0), false
      FROM examctl.lines(kinds, ids, versions, bodies) WHERE body = '-' OR (version = 0 AND body <> '=')
      UNION ALL
      SELECT hashtextextended('examctl ' || tenant || ' ids of ' || kind, 0), true
      FROM unnest(string_to_array(lists, E'\\n')) AS l (kind)
    ) AS locks GROUP BY lock ORDER BY lock
  LOOP
    IF wanted.writes THEN PERFORM pg_advisory_xact_lock(wanted.lock);
    ELSE PERFORM pg_advisory_xact_lock_shared(wanted.lock);
    END IF;
  END LOOP;
END $$;

-- Digests of the ids of some kinds.
CREATE FUNCTION examctl.list_digests(of_tenant text, lists text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_agg(digest, E'\\n' ORDER BY n), '') FROM (
    SELECT l.n, md5(coalesce(string_agg(encode(e.id, 'hex'), ',' ORDER BY e.id), '')) AS digest
    FROM unnest(string_to_array(lists, E'\\n')) WITH ORDINALITY AS l (kind, n)
    LEFT JOIN examctl.entities e ON e.tenant = of_tenant AND e.kind = l.kind
    GROUP BY l.n
  ) AS digests
$$;

${COMMIT}`;

const UNIQUE_USERS = `
-- The database checks these at the commit, so that one commit can swap the names of two users.
ALTER TABLE examctl.entities
  ADD CONSTRAINT one_user_of_a_name UNIQUE (tenant, user_name) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT one_user_of_a_key UNIQUE (tenant, synchronization_key) DEFERRABLE INITIALLY DEFERRED;
`;

/** Constraints that the database checks itself, and a view for operators. */
const GUARDS = `
-- A quote inside a JSON text has a backslash before it, so no value can look like a field.
ALTER TABLE examctl.entities
  ADD COLUMN user_name text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN kind = 'Users' THEN substring(body FROM '"UserName":"((?:[^"\\\\]|\\\\.)*)"') END) STORED,
  ADD COLUMN synchronization_key text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN kind = 'Users' THEN lower(substring(body FROM '"SynchronizationKey":"((?:[^"\\\\]|\\\\.)*)"')) END) STORED;
${UNIQUE_USERS}CREATE INDEX schedules_by_start ON examctl.entities (tenant, (substring(body FROM '"StartDateTime":"([^"\\\\]*)"')))
  WHERE kind = 'Schedules';
CREATE VIEW examctl.schedules WITH (security_invoker = true) AS
  SELECT tenant, encode(id, 'escape') AS id,
    substring(body FROM '"Title":"((?:[^"\\\\]|\\\\.)*)"') AS title,
    substring(body FROM '"StartDateTime":"([^"\\\\]*)"') AS starts,
    substring(body FROM '"Status":"([A-Z]*)"') AS status
  FROM examctl.entities WHERE kind = 'Schedules';
`;

/** Before this step, regular expressions took two thirds of the time that the database needs to write a user. */
const FASTER_GUARDS = `
-- The JSON text between the quotes of a field. Without a backslash it ends at the next quote.
CREATE FUNCTION examctl.text_field(body text, field text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(
    CASE WHEN strpos(body, '\\') = 0 THEN split_part(split_part(body, '"' || field || '":"', 2), '"', 1)
    ELSE substring(body FROM '"' || field || '":"((?:[^"\\\\]|\\\\.)*)"') END, '')
$$;
ALTER TABLE examctl.entities
  DROP COLUMN user_name,
  DROP COLUMN synchronization_key,
  ADD COLUMN user_name text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN kind = 'Users' THEN examctl.text_field(body, 'UserName') END) STORED,
  ADD COLUMN synchronization_key text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN kind = 'Users' THEN lower(examctl.text_field(body, 'SynchronizationKey')) END) STORED;
-- The constraints were dropped together with the columns.
${UNIQUE_USERS}${COMMIT}`;

/**
 * Before this step, each index began with the tenant. For a tenant that the statistics do not know, the database expects
 * one row, so it chose any of these indices, with the tenant alone, and read all rows of the tenant for each key. Now no
 * index begins with the tenant, so each serves only the statements that it is for.
 */
const INDICES_BY_KEY = `
ALTER TABLE examctl.entities
  DROP CONSTRAINT entities_pkey,
  ADD PRIMARY KEY (kind, tenant, id),
  DROP CONSTRAINT one_user_of_a_name,
  ADD CONSTRAINT one_user_of_a_name UNIQUE (user_name, tenant) DEFERRABLE INITIALLY DEFERRED,
  DROP CONSTRAINT one_user_of_a_key,
  ADD CONSTRAINT one_user_of_a_key UNIQUE (synchronization_key, tenant) DEFERRABLE INITIALLY DEFERRED;
DROP INDEX examctl.schedules_by_start;
CREATE INDEX schedules_by_start ON examctl.entities ((substring(body FROM '"StartDateTime":"([^"\\\\]*)"')), tenant)
  WHERE kind = 'Schedules';
`;

export const MIGRATIONS: readonly Migration[] = [
  { does: 'what a store needs', sql: STORE },
  { does: 'unique user names and keys, and schedules as operators look for them', sql: GUARDS },
  { does: 'names and keys of users, found in less time, and rows removed by their keys', sql: FASTER_GUARDS },
  { does: 'users of bulk runs in one row, with the entries by which they are found', sql: FOLDED_USERS },
  { does: 'indices that find rows by their keys also for a tenant without statistics', sql: INDICES_BY_KEY },
];
