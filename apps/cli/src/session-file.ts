/** The stored session of each profile: one private file. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Permission } from '@fairlot/contract/operator-roles'
import { Problem } from './problem.ts'
import { readPrivate, writePrivate } from './private-folder.ts'

export type StoredSession = {
  /** the server of the token; the token is sent to no other server */
  url: string
  name: string
  /** value of the session cookie */
  token: string
  /** key of `sign`, 32 bytes hex */
  signKey: string
  /** as the server last reported them; used for help only */
  permissions: readonly Permission[]
  stage: 'setup' | 'full'
}

export type SessionFile = {
  /** @throws Problem when the file is damaged or other users can read it */
  read(): StoredSession | null
  write(session: StoredSession): void
  remove(): void
}

export function sessionFile(folder: string, profile: string): SessionFile {
  const file = path.join(folder, `operator-${profile}.json`)
  return {
    read() {
      const text = readPrivate(file)
      if (text === null) return null
      const session = parse(text)
      if (!session) throw new Problem(`${file} is damaged. Remove it and log in again.`)
      return session
    },
    write: (session) => writePrivate(file, `${JSON.stringify({ version: 1, ...session }, null, 2)}\n`),
    remove: () => rmSync(file, { force: true }),
  }
}

function parse(text: string): StoredSession | null {
  let value: Partial<Record<keyof StoredSession | 'version', unknown>> | null
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    return null
  }
  const { version, url, name, token, signKey, permissions, stage } = value ?? {}
  const texts = [url, name, token, signKey].every((field) => typeof field === 'string' && field !== '')
  const whole =
    version === 1 && texts && Array.isArray(permissions) && (stage === 'setup' || stage === 'full')
  return whole ? ({ url, name, token, signKey, permissions, stage } as StoredSession) : null
}
