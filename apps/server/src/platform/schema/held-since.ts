/**
 * SQL of the time from which a rule of the doctor holds that came with a migration: rows from before are judged by the rule of their
 * time. It is a minute after the migration, because a server of the release before may have sold a moment longer. In a database
 * that no earlier release has used, a rule holds for every row.
 *
 * @param version the first migration of a release that keeps the rule
 */
export const heldSince = (version: number): string => `
  (select case when m.applied_at > d.created_at then m.applied_at + interval '1 minute' else '-infinity' end
   from schema_migration m, deployment d where m.version = ${version})`
