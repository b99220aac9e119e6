/** The server on a PostgreSQL of the machine where it has one (else on the packaged one), with PostgreSQL's own defaults where the embedded cluster has others. */
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './platform/installation/config.ts'
import { createLog } from './platform/log/log.ts'
import { scratchDataDirectory } from './platform/postgres/place.ts'
import { startServer } from './start.ts'
import { externalPostgres, type ExternalPostgres } from './testing/external-postgres.ts'

let home = ''
let server: ExternalPostgres
beforeAll(async () => {
  home = await scratchDataDirectory('fairlot-own-')
  const started = await externalPostgres(home, {
    settings: { jit: 'on', jit_above_cost: '0', random_page_cost: '4', timezone: 'Asia/Dhaka' },
  })
  if (!started) throw new Error('no PostgreSQL, although the npm package has one')
  server = started
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

function doctor(environment: NodeJS.ProcessEnv): Promise<string> {
  const program = path.join(import.meta.dirname, 'programs/doctor.ts')
  const env = { PATH: process.env['PATH'], ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}

test('fills the demo world, sells and draws on an external PostgreSQL, and its doctor finds it sound', async () => {
  const dataDir = path.join(home, 'data')
  await mkdir(dataDir)
  const database = await server.createDatabase('fairlot')
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...database })
  const steps: string[] = []
  const running = await startServer(config, createLog('silent'), {
    progress: {
      async step(name, work, done = () => name) {
        const result = await work()
        steps.push(done(result) ?? '')
        return result
      },
    },
  })
  try {
    expect(running.demo).toBe(true)
    expect(steps[0]).toBe(`external PostgreSQL ${server.major}`)
    expect(steps[2]).toMatch(/^demo world: 34 members, [1-9]\d+ purchases, [1-9]\d* draws$/)
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200)
  } finally {
    await running.stop()
  }
  expect(await doctor({ DATA_DIR: dataDir, ...database })).toMatch(/^sound$/m)
})
