/** The state file of a witness: its key, and the last signed checkpoint of each log. Each write replaces the file atomically. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isHex } from '../src/bytes.ts'
import { NOTHING_WITNESSED, type WitnessState } from '../src/witness.ts'

type Stored = { version: 1; seed: string; logs: Record<string, WitnessState> }

export type StateFile = {
  /** Ed25519 seed, 32 bytes hex */
  readonly seed: string
  /** The last signed checkpoint of a log; size 0 when there is none. */
  last(deployment: string): WitnessState
  /** Stores the last signed checkpoint. Returns after the file is flushed to disk. */
  save(deployment: string, state: WitnessState): void
}

/**
 * Opens the state file in a folder. Creates folder and file, with a new key, when they do not exist.
 * @throws Error when the file is incomplete or malformed
 */
export function openState(folder: string): StateFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'witness.json')
  const stored = read(file) ?? { version: 1, seed: randomBytes(32).toString('hex'), logs: {} }
  write(file, stored)
  return {
    seed: stored.seed,
    last: (deployment) =>
      Object.hasOwn(stored.logs, deployment) ? stored.logs[deployment]! : NOTHING_WITNESSED,
    save(deployment, { size, root }) {
      const logs = { ...stored.logs, [deployment]: { size, root } }
      write(file, { ...stored, logs })
      stored.logs = logs
    },
  }
}

function read(file: string): Stored | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const value = JSON.parse(text) as Partial<Stored> | null
  // A witness that lost its state would sign a different history of the log. It must not start with an incomplete file.
  const isComplete =
    value?.version === 1 &&
    typeof value.seed === 'string' &&
    isHex(value.seed, 32) &&
    typeof value.logs === 'object' &&
    Object.values(value.logs).every(({ size, root }) => Number.isSafeInteger(size) && isHex(root, 32))
  if (!isComplete) throw new Error(`${file} is not a complete witness state; restore it from a backup`)
  return value as Stored
}

function write(file: string, stored: Stored): void {
  const draft = `${file}.draft`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(stored, null, 2)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
