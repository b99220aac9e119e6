/** Private files of the command line, in `$XDG_CONFIG_HOME/fairlot` or `~/.config/fairlot`. */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { Problem } from './problem.ts'

const OTHERS = 0o077

export function configFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: configured } = environment
  // the XDG specification says to ignore a relative path
  const base = configured && path.isAbsolute(configured) ? configured : path.join(homedir(), '.config')
  return path.join(base, 'fairlot')
}

/** Creates the folder, or checks that only its user can access it. @throws Problem when others can */
export function ensureFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseShared(folder, '700')
}

/** Reads a private file; null when it does not exist. @throws Problem when other users can read it */
export function readPrivate(file: string): string | null {
  try {
    refuseShared(path.dirname(file), '700')
    refuseShared(file, '600')
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a file of mode 0600 atomically and flushes it to disk. */
export function writePrivate(file: string, text: string): void {
  ensureFolder(path.dirname(file))
  const draft = `${file}.${process.pid}.draft`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}

function refuseShared(place: string, mode: string): void {
  // Windows has no POSIX modes
  if (process.platform === 'win32') return
  const found = lstatSync(place)
  const foreign = process.getuid !== undefined && found.uid !== process.getuid()
  if (foreign) throw new Problem(`${place} belongs to another user. The command line does not use it.`)
  if ((found.mode & OTHERS) !== 0)
    throw new Problem(`Other users can read ${place}. Restrict it: chmod ${mode} ${place}`)
}
