/**
 * Filled houses of earlier releases, for tests of upgrades: the demo world of a release, with a quarter of its purchases. Each file is
 * compressed by Brotli: a line with its secrets.json, then what `pg_dump --no-owner --inserts` of PostgreSQL 15 wrote.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { openSecrets, type Secrets } from '../../platform/secrets.ts'

/** The newest migration of each release that has a house, and its day. */
export const EARLIER_HOUSES = [
  { version: 11, day: '2026-11-21' },
  { version: 25, day: '2026-11-22' },
  { version: 62, day: '2026-11-27, in the morning' },
  { version: 81, day: '2026-11-27, in the evening' },
] as const

export type EarlierHouse = { version: number; sql: string; secretsText: string }

/** @param version its newest migration */
export async function readEarlierHouse(version: number): Promise<EarlierHouse> {
  const file = path.join(import.meta.dirname, `${String(version).padStart(4, '0')}.house.br`)
  const text = brotliDecompressSync(await readFile(file)).toString()
  const end = text.indexOf('\n')
  return { version, secretsText: text.slice(0, end), sql: text.slice(end + 1) }
}

/** The secrets as this release reads them, with those that the earlier one did not have. */
export async function secretsOfHouse({ secretsText }: EarlierHouse): Promise<Secrets> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-house-'))
  try {
    await writeFile(path.join(directory, 'secrets.json'), secretsText, { mode: 0o600 })
    return await openSecrets(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Fills an empty database as its owner. The names in the dump have their schema, but not those in its functions. */
export async function fillWithHouse(ownerUrl: string, { sql }: EarlierHouse): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(sql.replace("SELECT pg_catalog.set_config('search_path', '', false);", ''))
  } finally {
    await client.end()
  }
}
