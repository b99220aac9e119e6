/** Where the command line keeps what only its user may read: `$XDG_CONFIG_HOME/fairlot`, else `~/.config/fairlot`. */
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
  // the specification says that a relative one is to be ignored
  const base = configured && path.isAbsolute(configured) ? configured : path.join(homedir(), '.config')
  return path.join(base, 'fairlot')
}

/** Makes the folder, or looks whether it is ours alone. @throws Problem when others can look into it */
export function ensureFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseShared(folder, '700')
}

/** The text of a file that only its owner can read; null when there is none. @throws Problem when others can */
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

/** Writes a file of mode 0600, whole or not at all; it is on the disk when this returns. */
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
  // Windows has no such modes
  if (process.platform === 'win32') return
  const found = lstatSync(place)
  const foreign = process.getuid !== undefined && found.uid !== process.getuid()
  if (foreign) throw new Problem(`${place} belongs to another user of this machine; it is not used.`)
  if ((found.mode & OTHERS) !== 0)
    throw new Problem(`${place} can be read by others; it is not used. Run: chmod ${mode} ${place}`)
}
