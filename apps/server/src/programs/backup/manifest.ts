/**
 * The manifest of a backup: what it contains, with the size and the SHA-256 of every file, and the state of the installation.
 * It is the last file that a backup gets, so a folder without it is not a backup.
 */
import { createHash } from 'node:crypto'
import { lstat, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { CopiedFile } from './copy-files.ts'

export const MANIFEST = 'manifest.json'

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whole = z.int().check(z.gte(0))
/** A path below the backup's folder. It never leaves the folder. */
const inside = z
  .string()
  .check(z.refine((at) => at !== '' && at.split('/').every((part) => !['', '.', '..'].includes(part))))

const schema = z.strictObject({
  version: z.literal(1),
  /** `cluster`: the files of the embedded PostgreSQL with their WAL; `dump`: an archive of pg_dump */
  kind: z.enum(['cluster', 'dump']),
  beganAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** version of Fairlot that made it */
  release: z.string(),
  /** the newest migration in the database */
  schema: z.strictObject({ version: whole, name: z.string() }),
  deployment: z.strictObject({ id: z.string(), moneyMode: z.string() }),
  /** version of the server; its major version has to fit at the restore */
  postgres: z.strictObject({ version: z.string(), major: whole }),
  /** of the installation's secrets.json, which restores this backup, whether the backup contains it or not */
  secretsFingerprint: hex32,
  /**
   * The newest signed checkpoint of the transparency log that the backup contains for certain. null: nothing was signed, or
   * the schema is of an older release.
   */
  log: z.nullable(z.strictObject({ size: whole, root: hex32, timeMs: whole })),
  /** where the WAL of a cluster begins and ends */
  wal: z.nullable(z.strictObject({ start: z.string(), stop: z.string() })),
  /** directories of a cluster, also empty ones */
  directories: z.array(inside),
  files: z.array(z.strictObject({ path: inside, bytes: whole, sha256: hex32 })),
})

export type Manifest = z.infer<typeof schema>

const checksumOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** The text of manifest.json: the manifest and the SHA-256 of it. */
export function formatManifest(manifest: Manifest): string {
  const files = manifest.files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const sorted = { ...manifest, files }
  return `${JSON.stringify({ manifest: sorted, sha256: checksumOf(sorted) }, null, 1)}\n`
}

/** @throws Error with a sentence when the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(path.join(folder, MANIFEST), 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw cause
    throw new Error(
      `${folder} is not a complete backup: it has no ${MANIFEST}, which a backup gets at its end. Choose another one.`,
      { cause },
    )
  }
  const damaged = `${path.join(folder, MANIFEST)} is damaged. Choose another backup.`
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new Error(damaged, { cause })
  }
  const envelope = z.safeParse(
    z.strictObject({ manifest: z.looseObject({ version: z.int() }), sha256: hex32 }),
    parsed,
  )
  if (!envelope.success) throw new Error(damaged)
  const { manifest, sha256 } = envelope.data
  if (checksumOf(manifest) !== sha256) throw new Error(damaged)
  const read = z.safeParse(schema, manifest)
  if (read.success) return read.data
  throw new Error(
    `This release does not know the form of ${path.join(folder, MANIFEST)} (version ${manifest.version}). ` +
      'Restore with the release that made the backup.',
  )
}

/**
 * Compares the names and sizes in the folder with the manifest, before anything is copied. The restore compares the SHA-256
 * of each file while it copies it.
 *
 * @throws Error with a sentence that names a file that is missing, unknown, or of another size
 */
export async function checkFolder(folder: string, { files }: Manifest): Promise<void> {
  const expected = new Map(files.map((file) => [file.path, file]))
  for (const found of await filesBelow(folder)) {
    if (found === MANIFEST) continue
    if (!expected.delete(found)) {
      throw new Error(`${folder} contains ${found}, which its manifest does not name. Choose another backup.`)
    }
  }
  for (const missing of expected.keys()) {
    throw new Error(`The backup ${folder} lacks ${missing}. Choose another backup.`)
  }
  for (const { path: at, bytes } of files) {
    const { size } = await lstat(path.join(folder, at))
    if (size !== bytes) throw damagedFile(folder, at, `it has ${size} bytes, not ${bytes}`)
  }
}

/** @throws Error with a sentence when a copied file differs from the manifest */
export function checkFile(folder: string, file: CopiedFile, copied: Omit<CopiedFile, 'path'>): void {
  if (copied.bytes !== file.bytes || copied.sha256 !== file.sha256)
    throw damagedFile(folder, file.path, 'its SHA-256 is not the one in the manifest')
}

const damagedFile = (folder: string, file: string, why: string) =>
  new Error(`The file ${file} of the backup ${folder} is damaged: ${why}. Choose another backup.`)

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue
    const at = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
    // A link could lead to a file outside of the backup that changes later.
    if (!entry.isFile()) throw new Error(`${folder} contains ${at}, which is not a plain file.`)
    found.push(at)
  }
  return found
}
