import type { Executor } from '../db.ts'

/** Objects of extensions, which an external server may have in the same schema, are not ours. */
const OURS = (oid: string) => `not exists (select 1 from pg_depend where objid = ${oid} and deptype = 'e')`

/**
 * The schema as text, read from the catalog without client tools: tables with columns, constraints, indexes, storage
 * parameters, comments and grants; views, functions, aggregates, triggers and sequences. Everything is sorted by name, so
 * equal schemas give equal texts.
 */
const TABLES = `
  select c.oid::int as oid, c.relname as name, c.relkind as kind, array_to_string(c.reloptions, ', ') as options,
         obj_description(c.oid, 'pg_class') as comment,
         case when c.relkind = 'v' then pg_get_viewdef(c.oid, true) end as definition
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and ${OURS('c.oid')}
  order by c.relname`

const COLUMNS = `
  select a.attrelid::int as oid,
         format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
           || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                   when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
           || case when a.attnotnull then ' not null' else '' end as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`

// PostgreSQL 18 lists NOT NULL among the constraints, older versions do not; the columns state it anyway.
const CONSTRAINTS = `
  select conrelid::int as oid, format('constraint %I %s', conname, pg_get_constraintdef(oid, true)) as line
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
  order by conrelid, array_position('{p,u,x,f,c,t}'::"char"[], contype), conname`

const INDEXES = `
  select i.indrelid::int as oid, pg_get_indexdef(i.indexrelid) as line
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by i.indrelid, c.relname`

const TRIGGERS = `
  select tgrelid::int as oid, pg_get_triggerdef(t.oid, true) as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal order by tgrelid, tgname`

const RIGHTS = `
  select c.oid::int as oid,
         format('grant %s on %I to %s', string_agg(lower(x.privilege_type), ', ' order by x.privilege_type), c.relname,
           case when x.grantee = 0 then 'public' else x.grantee::regrole::text end) as line
  from pg_class c cross join aclexplode(c.relacl) x
  where c.relnamespace = 'public'::regnamespace and x.grantee <> c.relowner
  group by c.oid, c.relname, x.grantee order by 2`

const COLUMN_RIGHTS = `
  select a.attrelid::int as oid,
         format('grant %s (%s) on %I to %s', lower(x.privilege_type), string_agg(quote_ident(a.attname), ', ' order by a.attnum),
           c.relname, case when x.grantee = 0 then 'public' else x.grantee::regrole::text end) as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid cross join aclexplode(a.attacl) x
  where c.relnamespace = 'public'::regnamespace and x.grantee <> c.relowner
  group by a.attrelid, c.relname, x.grantee, x.privilege_type order by 2`

const FUNCTIONS = `
  select case when p.prokind = 'a'
      then format('create aggregate %s (sfunc = %s, stype = %s%s)', p.oid::regprocedure, a.aggtransfn::regproc,
             format_type(a.aggtranstype, null), coalesce(', initcond = ' || quote_literal(a.agginitval), ''))
      else pg_get_functiondef(p.oid) end as line,
    (select string_agg(format('grant execute on %s %s to %s', case p.prokind when 'a' then 'aggregate' else 'function' end,
        p.oid::regprocedure, case when x.grantee = 0 then 'public' else x.grantee::regrole::text end), E';\\n'
        order by x.grantee::regrole::text)
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee <> p.proowner) as rights
  from pg_proc p left join pg_aggregate a on a.aggfnoid = p.oid
  where p.pronamespace = 'public'::regnamespace and ${OURS('p.oid')} order by p.oid::regprocedure::text`

const TYPES = `
  select case t.typtype
      when 'e' then format('create type %I as enum (%s)', t.typname,
        (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
      else format('create domain %I as %s%s', t.typname, format_type(t.typbasetype, t.typtypmod),
        (select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname) from pg_constraint k
         where k.contypid = t.oid)) end as line
  from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') order by t.typname`

type Table = {
  oid: number
  name: string
  kind: string
  options: string | null
  comment: string | null
  definition: string | null
}
type Line = { oid: number; line: string }

function byTable(lines: Line[]): (oid: number) => string[] {
  const map = Map.groupBy(lines, ({ oid }) => oid)
  return (oid) => (map.get(oid) ?? []).map(({ line }) => line)
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** @param db connected as any role that may read the catalog. @returns text that ends with a line feed. */
export async function dumpSchema(db: Executor): Promise<string> {
  const found: ReturnType<typeof byTable>[] = []
  // one after the other: the caller may be a transaction
  for (const sql of [COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS, RIGHTS, COLUMN_RIGHTS])
    found.push(byTable(await db.query<Line>(sql)))
  const [columns, constraints, indexes, triggers, rights, columnRights] = found
  const describe = (table: Table): string => {
    const statements: string[] = []
    if (table.kind === 'S') statements.push(`create sequence ${table.name}`)
    else if (table.definition !== null) {
      statements.push(`create view ${table.name} as\n${table.definition.replace(/;\s*$/, '')}`)
    } else {
      const body = [...(columns?.(table.oid) ?? []), ...(constraints?.(table.oid) ?? [])]
      const options = table.options === null ? '' : ` with (${table.options})`
      statements.push(`create table ${table.name} (\n  ${body.join(',\n  ')}\n)${options}`)
    }
    for (const linesOf of [indexes, triggers, rights, columnRights])
      statements.push(...(linesOf?.(table.oid) ?? []))
    if (table.comment !== null) statements.push(`comment on table ${table.name} is ${quote(table.comment)}`)
    return statements.map((statement) => `${statement};\n`).join('')
  }
  const types = await db.query<{ line: string }>(TYPES)
  const functions = await db.query<{ line: string; rights: string | null }>(FUNCTIONS)
  const tables = await db.query<Table>(TABLES)
  return [
    '-- The schema after all migrations, written by npm run schema. Do not edit: write a migration.\n',
    ...types.map(({ line }) => `${line};\n`),
    ...functions.map(
      ({ line, rights: granted }) => `${line.trimEnd()};\n${granted === null ? '' : `${granted};\n`}`,
    ),
    ...tables.map(describe),
  ].join('\n')
}
