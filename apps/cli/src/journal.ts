/**
 * Stores the input of a change before it is sent, until the server answers. When the answer is lost, the same command
 * sends the same request id again, so that the change takes effect once.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { readPrivate, writePrivate } from './private-folder.ts'

/** After a day the same command is a new request. */
const KEPT_MS = 24 * 60 * 60_000

export type Journal = {
  /** The input that was sent for this command and not answered; null: none. */
  find(command: readonly string[]): object | null
  keep(command: readonly string[], input: object): void
  forget(command: readonly string[]): void
}

/** @param now Unix milliseconds */
export function openJournal(folder: string, profile: string, now: () => number): Journal {
  const begin = `operator-${profile}.pending-`
  const fileOf = (command: readonly string[]) => {
    const key = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 32)
    return path.join(folder, `${begin}${key}.json`)
  }
  const isOld = (file: string) => now() - statSync(file).mtimeMs > KEPT_MS

  return {
    find(command) {
      const file = fileOf(command)
      if (!existsSync(file)) return null
      if (isOld(file)) {
        rmSync(file, { force: true })
        return null
      }
      const text = readPrivate(file)
      return text === null ? null : (JSON.parse(text) as object)
    },
    keep(command, input) {
      writePrivate(fileOf(command), JSON.stringify(input))
      const others = readdirSync(folder).filter((name) => name.startsWith(begin))
      for (const file of others.map((name) => path.join(folder, name))) {
        if (existsSync(file) && isOld(file)) rmSync(file, { force: true })
      }
    },
    forget: (command) => rmSync(fileOf(command), { force: true }),
  }
}
