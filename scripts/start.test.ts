/** What `npm start` refuses before it builds anything. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './process.ts'

const START = path.join(root, 'scripts/start.js')
/** No user of any machine; only root can run a program as this one. */
const NAMELESS = { uid: 54_321, gid: 54_321 }
const canTry = process.getuid?.() === 0 && spawnSync('test', ['-r', START], { ...NAMELESS }).status === 0

test.runIf(canTry)('a user without a name reads in one sentence what helps', () => {
  const { DATABASE_URL: _, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, [START], { ...NAMELESS, env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('User number 54321 has no name on this machine')
  expect(stderr).toContain('DATABASE_URL')
})
