/**
 * Before this step, a user needed three rows: the user, and index entries for the name and the key. The entries took
 * half of the time of a write. Now a row with `folds` replaces all three. Bulk runs create users in this way. If one of
 * the three is changed without the others, the entries get rows of their own, with the version of the user's row.
 *
 * A server of the previous version does not see folded entries. If it commits a change that depends on one, `commit`
 * makes a row for the entry and reports a conflict, so the server writes nothing wrong. But the server may refuse a
 * request that names a new user. So folding begins one day after the upgrade, when all servers have the new version. A
 * database that was created with this step folds from the beginning.
 */

/**
 * Replaces the `commit` of `migrations.ts`, which has its contract. This one reads through `find`, and unfolds entries
 * before it writes them.
 */
const COMMIT_WITH_FOLDS = `
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
    LEFT JOIN LATERAL examctl.find(of_tenant, w.kind, w.id) AS e ON true
    WHERE coalesce(e.version, 0) <> w.version;
  IF FOUND THEN
    -- A program of the previous version searches only the table when it reads these rows again.
    PERFORM examctl.unfold(of_tenant, f.id) FROM examctl.lines(kinds, ids, versions, bodies) AS w
      CROSS JOIN LATERAL examctl.folding(of_tenant, w.kind, w.id) AS f;
    RETURN;
  END IF;
  IF lists <> '' AND examctl.list_digests(of_tenant, lists) <> digests THEN
    RETURN QUERY SELECT 0::bigint, 0::bigint, NULL::text;
    RETURN;
  END IF;
  PERFORM examctl.unfold(of_tenant, f.id) FROM examctl.lines(kinds, ids, versions, bodies) AS w
    CROSS JOIN LATERAL examctl.to_unfold(of_tenant, w.kind, w.id, w.body) AS f WHERE w.body <> '=';
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

export const FOLDED_USERS = `
ALTER TABLE examctl.entities ADD COLUMN folds boolean NOT NULL DEFAULT false CHECK (kind = 'Users' OR NOT folds);

CREATE FUNCTION examctl.may_fold() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM examctl.migrations AS first JOIN examctl.migrations AS own ON first.version = 1 AND own.version = 4
    WHERE own.done = first.done OR own.done < now() - interval '1 day'
  )
$$;

-- The index entries of a user. Only ids, names and keys in ASCII without quotes and backslashes are folded.
CREATE FUNCTION examctl.entries(user_id bytea, user_name text, synchronization_key text)
RETURNS TABLE (kind text, id bytea, body text) LANGUAGE sql IMMUTABLE AS $$
  SELECT e.kind, decode(e.id, 'escape'), '{"ExternalId":"' || encode(user_id, 'escape') || '"}'
  FROM (VALUES ('UserNames', user_name), ('SynchronizationKeys', synchronization_key)) AS e (kind, id) WHERE e.id IS NOT NULL
$$;

-- The user whose row contains a folded entry. With OFFSET 0, the database checks the kind before it reads the index.
CREATE FUNCTION examctl.folding(of_tenant text, of_kind text, of_id bytea) RETURNS TABLE (id bytea, version bigint)
LANGUAGE sql STABLE AS $$
  SELECT e.id, e.version FROM examctl.entities AS e
  WHERE of_kind = 'UserNames' AND e.tenant = of_tenant AND e.user_name = encode(of_id, 'escape') AND e.folds
  UNION ALL
  SELECT e.id, e.version FROM examctl.entities AS e
  WHERE of_kind = 'SynchronizationKeys' AND e.tenant = of_tenant AND e.synchronization_key = encode(of_id, 'escape') AND e.folds
  OFFSET 0
$$;

-- An entity, from its own row or from a folded one. Returns no row if it does not exist.
CREATE FUNCTION examctl.find(of_tenant text, of_kind text, of_id bytea) RETURNS TABLE (version bigint, body text)
LANGUAGE sql STABLE AS $$
  SELECT e.version, e.body FROM examctl.entities AS e WHERE e.tenant = of_tenant AND e.kind = of_kind AND e.id = of_id
  UNION ALL
  SELECT f.version, '{"ExternalId":"' || encode(f.id, 'escape') || '"}' FROM examctl.folding(of_tenant, of_kind, of_id) AS f
  OFFSET 0
$$;

-- The ids of a kind, with folded entries.
CREATE FUNCTION examctl.ids(of_tenant text, of_kind text) RETURNS TABLE (id bytea) LANGUAGE sql STABLE AS $$
  SELECT e.id FROM examctl.entities AS e WHERE e.tenant = of_tenant AND e.kind = of_kind
  UNION ALL
  SELECT f.id FROM examctl.entities AS e CROSS JOIN LATERAL examctl.entries(e.id, e.user_name, e.synchronization_key) AS f
  WHERE of_kind IN ('UserNames', 'SynchronizationKeys') AND e.tenant = of_tenant AND e.kind = 'Users' AND e.folds AND f.kind = of_kind
  OFFSET 0
$$;

CREATE OR REPLACE FUNCTION examctl.list_digests(of_tenant text, lists text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_agg(digest, E'\\n' ORDER BY n), '') FROM (
    SELECT l.n, md5(coalesce(string_agg(encode(e.id, 'hex'), ',' ORDER BY e.id), '')) AS digest
    FROM unnest(string_to_array(lists, E'\\n')) WITH ORDINALITY AS l (kind, n)
    LEFT JOIN LATERAL examctl.ids(of_tenant, l.kind) AS e ON true
    GROUP BY l.n
  ) AS digests
$$;

-- The user whose entries must be unfolded before a write of this entity: none if a user keeps the name and the key.
CREATE FUNCTION examctl.to_unfold(of_tenant text, of_kind text, of_id bytea, new_body text) RETURNS TABLE (id bytea)
LANGUAGE sql STABLE AS $$
  SELECT e.id FROM examctl.entities AS e
  WHERE of_kind = 'Users' AND e.tenant = of_tenant AND e.kind = 'Users' AND e.id = of_id AND e.folds
    AND (e.user_name IS DISTINCT FROM examctl.text_field(new_body, 'UserName')
      OR e.synchronization_key IS DISTINCT FROM lower(examctl.text_field(new_body, 'SynchronizationKey')))
  UNION ALL
  SELECT f.id FROM examctl.folding(of_tenant, of_kind, of_id) AS f
  OFFSET 0
$$;

-- Makes rows for the folded entries of one user. It finds the user by the primary key, for the reason in examctl.remove.
CREATE FUNCTION examctl.unfold(of_tenant text, of_id bytea) RETURNS void LANGUAGE sql AS $$
  WITH unfolded AS (
    UPDATE examctl.entities AS e SET folds = false
    WHERE e.tenant = of_tenant AND e.kind = 'Users' AND e.id = of_id AND e.folds
    RETURNING e.id, e.version, e.user_name, e.synchronization_key
  )
  INSERT INTO examctl.entities (tenant, kind, id, version, body)
  SELECT of_tenant, f.kind, f.id, u.version, f.body
  FROM unfolded AS u CROSS JOIN LATERAL examctl.entries(u.id, u.user_name, u.synchronization_key) AS f
$$;
${COMMIT_WITH_FOLDS}`;
