import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { migrationsDirectory } from '../platform/schema/migrate.ts'

/**
 * Statements of a migration, for tests that bring rows back to what an earlier release wrote and convert them again.
 * @param begins a part of each statement
 * @throws Error when the migration has no such statement
 */
export async function statementsOf(migration: string, begins: readonly string[]): Promise<string[]> {
  const text = await readFile(path.join(migrationsDirectory, migration), 'utf8')
  const statements = text.split(/;\n/)
  return begins.map((begin) => {
    const found = statements.find((one) => one.includes(begin))
    if (found === undefined) throw new Error(`no statement of ${migration} has ${begin}`)
    return found
  })
}
