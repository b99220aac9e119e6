/** The stored session of each profile: one private file. When the session has ended, it still names the server. */
import path from 'node:path'
import type { Permission } from '@fairlot/contract/operator/operator-roles'
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

/** Where the profile was last logged in, and as whom. */
export type LastLogin = Pick<StoredSession, 'url' | 'name'>

export type SessionFile = {
  /** @throws Problem when the file is damaged or other users can read it */
  read(): StoredSession | null
  /** Also after the end of the session. @throws Problem as `read` */
  lastLogin(): LastLogin | null
  write(session: StoredSession): void
  /** Removes the session, and keeps where it was. */
  end(): void
}

export function sessionFile(folder: string, profile: string): SessionFile {
  const file = path.join(folder, `operator-${profile}.json`)
  const write = (content: StoredSession | LastLogin) =>
    writePrivate(file, `${JSON.stringify({ version: 1, ...content }, null, 2)}\n`)

  function readFile(): StoredSession | LastLogin | null {
    const text = readPrivate(file)
    if (text === null) return null
    const content = parse(text)
    if (!content) throw new Problem(`${file} is damaged. Remove it and log in again.`)
    return content
  }

  return {
    read() {
      const content = readFile()
      return content && 'token' in content ? content : null
    },
    lastLogin: readFile,
    write,
    end() {
      const content = readFile()
      if (content) write({ url: content.url, name: content.name })
    },
  }
}

function parse(text: string): StoredSession | LastLogin | null {
  let value: Partial<Record<keyof StoredSession | 'version', unknown>> | null
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    return null
  }
  const { version, url, name, token, signKey, permissions, stage } = value ?? {}
  const isText = (field: unknown): field is string => typeof field === 'string' && field !== ''
  if (version !== 1 || !isText(url) || !isText(name)) return null
  if (token === undefined) return { url, name }
  const whole =
    isText(token) && isText(signKey) && Array.isArray(permissions) && (stage === 'setup' || stage === 'full')
  return whole ? { url, name, token, signKey, permissions, stage } : null
}
