/**
 * The schema of the database is the one of this release: every table, column, constraint, index, trigger, view, function and
 * right is as `db/schema.sql` has it, and nothing beside the schema weakens it. Run by the doctor.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Executor } from '../db.ts'
import { dumpSchema } from './schema-dump.ts'

type Found = { figure: string; breaches: number }

const SCHEMA_FILE = path.resolve(import.meta.dirname, '../../../db/schema.sql')

/** PostgreSQL 15 names the table before each column of a view over one table; later versions do not. */
function withoutPrefix(view: string): string {
  const from = /\bfrom (\w+)/i.exec(view)?.[1]
  return from === undefined || /\bjoin\b|,\s*lateral/i.test(view) ? view : view.replaceAll(`${from}.`, '')
}

/** One line for each fact, with the table that it is of. White space is where PostgreSQL writes it. */
function factsOf(schema: string): Set<string> {
  const facts = schema
    .replaceAll(/^--.*$/gm, '')
    .split(/;\n/)
    .map((statement) => statement.trim())
    .flatMap((statement) => {
      const table = /^create table (\S+) \(\n([\s\S]*)\n\)(.*)$/.exec(statement)
      if (!table) return [statement.startsWith('create view') ? withoutPrefix(statement) : statement]
      const [, name = '', body = '', options = ''] = table
      // a constraint may be several lines long; each begins with two spaces and a word
      return [
        `table ${name}${options}`,
        ...body.split(/,\n(?= {2}\S)/).map((line) => `${name}: ${line.trim()}`),
      ]
    })
  return new Set(facts.filter(Boolean).map((fact) => fact.replaceAll(/\s+/g, ' ')))
}

/**
 * Functions that the rows of a table need (CHECKs, indexes, defaults, generated columns and triggers, and what these call), and that
 * look up what they name when they run. A restore from pg_dump fills tables with an empty search_path, in which they find nothing.
 * A parsed body holds its references, and a function with a search_path of its own brings it along.
 */
const UNQUALIFIED = `
  with recursive needed (fn) as (
    select d.refobjid from pg_depend d
    where d.refclassid = 'pg_proc'::regclass
      and d.classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_class'::regclass, 'pg_trigger'::regclass)
    union
    select d.refobjid from needed n join pg_depend d on d.objid = n.fn
    where d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_proc'::regclass
  )
  select 'function ' || p.oid::regprocedure || ' finds nothing in a restore: its body is parsed when it runs' as line
  from needed n join pg_proc p on p.oid = n.fn join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname not in ('internal', 'c') and p.prosqlbody is null
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    and not exists (select from unnest(p.proconfig) setting where setting like 'search\\_path=%')
  order by p.oid::regprocedure::text`

/** What the text of the schema does not say. Each statement answers a line for each thing that should not be. */
const WEAKENED = [
  `select 'trigger ' || t.tgname || ' of ' || t.tgrelid::regclass || ' is disabled' as line
   from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'O'`,
  `select 'rule ' || r.rulename || ' on ' || r.ev_class::regclass as line
   from pg_rewrite r join pg_class c on c.oid = r.ev_class
   where c.relnamespace = 'public'::regnamespace and r.rulename <> '_RETURN'`,
  `select 'row security of ' || oid::regclass as line from pg_class
   where relnamespace = 'public'::regnamespace and (relrowsecurity or relforcerowsecurity)`,
  `select 'not durable: ' || oid::regclass as line from pg_class
   where relnamespace = 'public'::regnamespace and relpersistence <> 'p'`,
  `select 'index ' || indexrelid::regclass || ' is not valid' as line from pg_index i join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = 'public'::regnamespace and not (i.indisvalid and i.indisready and i.indislive)`,
  // inherited rows would be rows of both tables
  `select inhrelid::regclass || ' inherits from ' || inhparent::regclass as line from pg_inherits i
   join pg_class c on c.oid = i.inhparent where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  `select 'owner of ' || c.oid::regclass || ': ' || c.relowner::regrole as line
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
     and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
     and c.relowner <> (select relowner from pg_class where oid = 'schema_migration'::regclass)`,
  `select 'owner of ' || p.oid::regprocedure || ': ' || p.proowner::regrole as line
   from pg_proc p where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     and p.proowner <> (select relowner from pg_class where oid = 'schema_migration'::regclass)`,
  `select 'the role of the server owns ' || relname as line from pg_class
   where relname = 'schema_migration' and relowner = 'fairlot_app'::regrole`,
  `select 'the role of the server is more than a login' as line from pg_roles
   where rolname = 'fairlot_app' and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
  `select 'the role of the server belongs to ' || roleid::regrole as line from pg_auth_members
   where member = 'fairlot_app'::regrole`,
  `select 'the role of the server may create in the schema' as line
   where has_schema_privilege('fairlot_app', 'public', 'create')
     or has_database_privilege('fairlot_app', current_database(), 'create')`,
  `select 'default rights of ' || defaclrole::regrole as line from pg_default_acl
   where defaclnamespace in (0, 'public'::regnamespace)`,
  // a session that plays a replica fires no trigger, and checks no foreign key
  `select 'setting ' || setting as line from pg_db_role_setting s cross join unnest(s.setconfig) setting
   where (s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database()))
     and setting ~* '^(session_replication_role|search_path|row_security)='`,
  `select 'event trigger ' || evtname as line from pg_event_trigger e
   where not exists (select from pg_depend where objid = e.oid and deptype = 'e')`,
  UNQUALIFIED,
  `select 'operator ' || o.oid::regoperator as line from pg_operator o
   where o.oprnamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = o.oid and deptype = 'e')`,
] as const

const MOST_SHOWN = 8

/** Compares the catalog with `db/schema.sql`, and looks for what weakens it. */
export async function checkCatalog(db: Executor, file = SCHEMA_FILE): Promise<Found> {
  const wanted = factsOf(await readFile(file, 'utf8'))
  const has = factsOf(await dumpSchema(db))
  const differences = [
    ...[...wanted].filter((fact) => !has.has(fact)).map((fact) => `missing: ${fact}`),
    ...[...has].filter((fact) => !wanted.has(fact)).map((fact) => `not of this release: ${fact}`),
  ]
  for (const sql of WEAKENED)
    differences.push(...(await db.query<{ line: string }>(sql)).map(({ line }) => line))
  const more = differences.length - MOST_SHOWN
  const shown = [...differences.slice(0, MOST_SHOWN), ...(more > 0 ? [`${more} more`] : [])]
  return {
    figure: differences.length === 0 ? `${wanted.size} facts` : shown.join('; '),
    breaches: differences.length,
  }
}
