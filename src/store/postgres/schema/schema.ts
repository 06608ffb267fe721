/** The schema of a database. It is made in one step. */

/** A program works only on a schema of its own version. */
export const SCHEMA_VERSION = 1;

/** The tables that belong to tenants. */
const OF_TENANTS = ['entities', 'tokens', 'commits'];

/** Row level security is the second barrier between tenants. The first one: each statement names its tenant. */
const BARRIERS = OF_TENANTS.map(
  (table) => `
ALTER TABLE examctl.${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON examctl.${table} USING (tenant = current_setting('examctl.tenant', true));`,
).join('');

/**
 * A body is text, exactly as the program wrote it: jsonb would change the order of fields, and refuses U+0000. An id is
 * bytes, since an id of the interface may have half of a surrogate pair. A version is the number of the commit that wrote
 * the row. `commits` has the commits of the last minutes, for programs that lost the answer to a commit.
 */
const TABLES = `
CREATE SCHEMA IF NOT EXISTS examctl;
CREATE TABLE examctl.version AS SELECT ${SCHEMA_VERSION} AS version;
CREATE TABLE examctl.tenants (tenant text COLLATE "C" PRIMARY KEY, created timestamptz NOT NULL DEFAULT now());
CREATE TABLE examctl.entities (
  tenant text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id bytea NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  body text NOT NULL,
  PRIMARY KEY (kind, tenant, id)
);
CREATE TABLE examctl.tokens (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{8}$'),
  name text,
  created text NOT NULL,
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (tenant, id)
);
CREATE TABLE examctl.commits (
  tenant text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, number)
);`;

/**
 * `lines` splits the keys that the program sends: kinds and ids are texts with a line for each row. `OFFSET 0`
 * makes the database find each row by its key, also before it has statistics. `text_field` returns the JSON text between the
 * quotes of a field. Without a backslash it ends at the next quote.
 */
const READING = `
CREATE FUNCTION examctl.lines(kinds text, ids text) RETURNS TABLE (n bigint, kind text, id bytea)
LANGUAGE sql IMMUTABLE AS $$
  SELECT w.n, w.kind, w.id::bytea
  FROM unnest(string_to_array(kinds, E'\\n'), string_to_array(ids, E'\\n')) WITH ORDINALITY AS w (kind, id, n)
  OFFSET 0
$$;
CREATE FUNCTION examctl.find(of_tenant text, of_kind text, of_id bytea) RETURNS TABLE (version bigint, body text)
LANGUAGE sql STABLE AS $$
  SELECT e.version, e.body FROM examctl.entities AS e WHERE e.tenant = of_tenant AND e.kind = of_kind AND e.id = of_id
  OFFSET 0
$$;
CREATE FUNCTION examctl.ids(of_tenant text, of_kind text) RETURNS TABLE (id bytea) LANGUAGE sql STABLE AS $$
  SELECT e.id FROM examctl.entities AS e WHERE e.tenant = of_tenant AND e.kind = of_kind OFFSET 0
$$;
CREATE FUNCTION examctl.list_digest(of_tenant text, of_kind text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(coalesce(string_agg(encode(id, 'hex'), ',' ORDER BY id), '')) FROM examctl.ids(of_tenant, of_kind)
$$;
CREATE FUNCTION examctl.text_field(body text, field text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT nullif(
    CASE WHEN strpos(body, '\\') = 0 THEN split_part(split_part(body, '"' || field || '":"', 2), '"', 1)
    ELSE substring(body FROM '"' || field || '":"((?:[^"\\\\]|\\\\.)*)"') END, '')
$$;
CREATE VIEW examctl.schedules WITH (security_invoker = true) AS
  SELECT tenant, encode(id, 'escape') AS id, examctl.text_field(body, 'Title') AS title,
    examctl.text_field(body, 'StartDateTime') AS starts, examctl.text_field(body, 'Status') AS status
  FROM examctl.entities WHERE kind = 'Schedules';`;

/**
 * `commit` writes changes that depend on rows with known versions, and on lists of ids. If one of them has changed, it writes
 * nothing and returns false. Bodies have a line for each row, since JSON has no raw line breaks: '=' is for a row that was only
 * read, and '-' for a row to delete. Version 0 means that there is no row. If the number was committed before, it does nothing.
 * Commits of a tenant wait for each other, so each statement sees all earlier ones. `remove` deletes one row by its key: a
 * statement for several rows could read all rows of the tenant.
 */
const COMMIT = `
CREATE FUNCTION examctl.remove(of_tenant text, of_kind text, of_id bytea) RETURNS void LANGUAGE sql AS $$
  DELETE FROM examctl.entities WHERE tenant = of_tenant AND kind = of_kind AND id = of_id
$$;
CREATE FUNCTION examctl.commit(of_tenant text, of_number bigint, kinds text, ids text, versions text, bodies text, lists text,
  digests text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  k text[] := string_to_array(kinds, E'\\n');
  i bytea[] := string_to_array(ids, E'\\n');
  v bigint[] := string_to_array(versions, E'\\n');
  b text[] := string_to_array(bodies, E'\\n');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('examctl tenant ' || of_tenant, 0));
  IF EXISTS (SELECT FROM examctl.commits WHERE tenant = of_tenant AND number = of_number) THEN RETURN true; END IF;
  IF EXISTS (
    SELECT FROM unnest(k, i, v) AS w (kind, id, version)
    LEFT JOIN LATERAL examctl.find(of_tenant, w.kind, w.id) AS e ON true WHERE coalesce(e.version, 0) <> w.version
  ) OR EXISTS (
    SELECT FROM unnest(string_to_array(lists, E'\\n'), string_to_array(digests, E'\\n')) AS l (kind, digest)
    WHERE examctl.list_digest(of_tenant, l.kind) <> l.digest
  ) THEN RETURN false; END IF;
  PERFORM examctl.remove(of_tenant, w.kind, w.id) FROM unnest(k, i, b) AS w (kind, id, body) WHERE w.body = '-';
  INSERT INTO examctl.entities (tenant, kind, id, version, body)
    SELECT of_tenant, w.kind, w.id, of_number, w.body FROM unnest(k, i, b) AS w (kind, id, body) WHERE w.body NOT IN ('-', '=')
    ON CONFLICT (tenant, kind, id) DO UPDATE SET version = excluded.version, body = excluded.body;
  INSERT INTO examctl.commits (tenant, number) VALUES (of_tenant, of_number);
  IF random() < 0.001 THEN
    DELETE FROM examctl.commits WHERE tenant = of_tenant AND at < now() - interval '5 minutes';
  END IF;
  RETURN true;
END $$;`;

export const SCHEMA = [TABLES, BARRIERS, READING, COMMIT].join('\n');
