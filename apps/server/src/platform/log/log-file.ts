/** The log's file in the data directory. It is cut into parts, so that it cannot fill the disk. */
import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

const NAME = 'server.log'
/** Bytes after which a new file begins. */
const PART_BYTES = 16 * 1024 * 1024
/** Older parts that are kept: server.log.1 is the newest of them. */
const PARTS = 4
/** Bytes that wait for a data directory; a start writes far less before it has one. */
const WAITING_BYTES = 1024 * 1024

export type LogFile = {
  write(line: string): void
  /** Opens the file and writes what has waited for it. @returns its path */
  open(dataDir: string): string
}

/**
 * A log file that waits for its directory. Lines are appended at once, so that a crash loses none.
 *
 * @param onError receives the first error of a full or broken disk; the server goes on without its log file
 */
export function createLogFile(
  onError: (error: Error) => void,
  { partBytes = PART_BYTES }: { partBytes?: number } = {},
): LogFile {
  let file: { path: string; handle: number; bytes: number } | undefined
  let waiting: string[] = []
  let waitingBytes = 0
  let broken = false

  function openAt(at: string) {
    const handle = openSync(at, 'a', 0o600)
    file = { path: at, handle, bytes: fstatSync(handle).size }
  }

  function turn(current: NonNullable<typeof file>) {
    closeSync(current.handle)
    for (let part = PARTS - 1; part >= 1; part--) {
      if (existsSync(`${current.path}.${part}`))
        renameSync(`${current.path}.${part}`, `${current.path}.${part + 1}`)
    }
    renameSync(current.path, `${current.path}.1`)
    openAt(current.path)
  }

  function append(line: string) {
    if (!file || broken) return
    try {
      if (file.bytes > 0 && file.bytes + line.length > partBytes) turn(file)
      file.bytes += writeSync(file.handle, line)
    } catch (error) {
      broken = true
      onError(error as Error)
    }
  }

  return {
    write(line) {
      if (file) return append(line)
      waitingBytes += line.length
      if (waitingBytes <= WAITING_BYTES) waiting.push(line)
    },
    open(dataDir) {
      const at = path.join(dataDir, NAME)
      try {
        openAt(at)
      } catch (error) {
        onError(error as Error)
        return at
      }
      waiting.forEach(append)
      waiting = []
      return at
    },
  }
}
