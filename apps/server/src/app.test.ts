import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { codesOf, type EndpointDefinition } from '@fairlot/contract/define'
import { CODES, FLAG } from '@fairlot/contract/flags'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { upload } from '@fairlot/contract/media/upload'
import { OPERATOR_COOKIE } from '@fairlot/contract/wire'
import { DOCUMENT_SCHEMAS } from '@fairlot/fairness/schemas/documents'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawCall, testClient, type Session } from './testing/client.ts'
import { VERSION } from './platform/installation/version.ts'
import { makeMember } from './testing/factories.ts'
import { healthRoutes } from './platform/http/health.ts'
import type { PlainRequest } from './platform/http/http-handler.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
let memberApp: string
let session: Session
beforeAll(async () => {
  memberApp = await mkdtemp(path.join(os.tmpdir(), 'fairlot-app-'))
  await mkdir(path.join(memberApp, 'assets'))
  await writeFile(path.join(memberApp, 'index.html'), '<!doctype html><title>app</title>')
  await writeFile(path.join(memberApp, 'assets', 'main-abc123.js'), 'export {}')
  server = await testServer({ memberApp })
  session = (await makeMember(server)).session
})
afterAll(async () => {
  await server.close()
  await rm(memberApp, { recursive: true })
})

const names = Object.keys(ENDPOINTS) as EndpointName[]

test('answers the system info', async () => {
  const before = Date.now()
  const answer = await server.anonymous().call(ENDPOINTS.system, {})
  expect(answer).toMatchObject({
    title: 'Fairlot',
    moneyMode: 'sandbox',
    tablist: ['home', 'investment', 'team', 'mine', 'mall'],
    modulesOff: [],
    version: [{ system: 'h5', channel: 'default', version_number: VERSION, code: 141 }],
    languages: [...OFFERED_LANGUAGES],
    currency: { symbol: '₫', code: 'VND', decimals: 2 },
  })
  expect(answer.serverTime).toBeGreaterThanOrEqual(before)
  expect(answer.serverTime).toBeLessThanOrEqual(Date.now())
})

test('a client with a wrong clock corrects it by the server time', async () => {
  const client = testClient({ url: server.url, session, now: () => Date.now() - 3_600_000 })
  const before = Date.now()
  await client.call(ENDPOINTS.sessions, {})
  expect(Math.abs(client.clockOffset() - 3_600_000)).toBeLessThanOrEqual(Date.now() - before)
})

describe('the API document', () => {
  type Document = {
    openapi: string
    paths: Record<string, { post: Operation }>
    components: {
      schemas: Record<string, object>
      securitySchemes: Record<string, { type: string }>
    }
  }
  type Operation = {
    operationId: string
    'x-errors': { code: keyof typeof CODES; flag: number }[]
    'x-roles'?: string[]
    'x-stage'?: string
    security?: Record<string, string[]>[]
  }
  const read = async () => (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document

  test('contains every endpoint with its named errors', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [...names.map((name) => ENDPOINTS[name].path), upload.path].toSorted(),
    )
    for (const name of names) {
      const definition: EndpointDefinition = ENDPOINTS[name]
      const { path: at } = definition
      const operation = document.paths[at]!.post
      expect(operation.operationId).toBe(name)
      expect(operation['x-errors'].map(({ code }) => code)).toEqual(codesOf(definition))
      for (const { code, flag } of operation['x-errors']) expect(flag).toBe(CODES[code])
    }
  })

  test('describes how operators authenticate and which roles may call', async () => {
    const { paths, components } = await read()
    expect(components.securitySchemes['operator']).toMatchObject({ in: 'cookie', name: OPERATOR_COOKIE })
    const fund = paths['/operator/housefund']!.post
    expect(fund).toMatchObject({ 'x-roles': ['owner', 'finance'], security: [{ operator: [] }] })
    expect(paths['/operator/setup']!.post['x-stage']).toBe('setup')
    expect(paths['/operator/login']!.post.security).toEqual([])
    expect(paths['/operator/login']!.post['x-roles']).toBeUndefined()
  })

  test('describes how members authenticate, and which calls need no session', async () => {
    const { paths, components } = await read()
    expect(components.securitySchemes['member']).toMatchObject({ type: 'http', scheme: 'fairlot-sign-1' })
    expect(paths['/order/buy']!.post.security).toEqual([{ member: [] }])
    expect(paths['/goods/list']!.post.security).toEqual([{}, { member: [] }])
    expect(paths['/goods/proof']!.post.security).toEqual([])
  })

  test('refers to the schemas of proof, receipt and log entries', async () => {
    const { paths, components } = await read()
    expect(JSON.stringify(paths['/goods/proof'])).toContain('#/components/schemas/Proof"')
    expect(JSON.stringify(paths['/fair/receipt'])).toContain('#/components/schemas/SignedReceipt"')
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(Object.keys(DOCUMENT_SCHEMAS)))
  })

  test('contains no dangling reference and only existing flags', async () => {
    const document = await read()
    const flags = new Set<unknown>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('$ref' in value && typeof value.$ref === 'string') {
        const parts = value.$ref.replace(/^#\//, '').split('/')
        const target = parts.reduce<unknown>(
          (at, part) => (at as Record<string, unknown> | undefined)?.[part],
          document,
        )
        expect(target, value.$ref).toBeDefined()
      }
      if ('flag' in value && typeof value.flag === 'object' && value.flag && 'const' in value.flag) {
        flags.add(value.flag.const)
      }
      Object.values(value).forEach(visit)
    }
    visit(document)
    for (const flag of flags) expect(Object.values(FLAG)).toContain(flag)
    expect(flags.has(0)).toBe(true)
  })
})

describe('the server', () => {
  test('is alive, and ready while the database answers', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    // a check that takes two seconds counts as failed, as it may on a busy machine
    await expect
      .poll(async () => {
        const ready = await fetch(`${server.url}/readyz`)
        return [ready.status, await ready.json()]
      })
      .toEqual([200, { status: 'ready' }])
  })

  test('is not ready with overdue jobs or another schema version', async () => {
    const missing = async () =>
      ((await (await fetch(`${server.url}/readyz`)).json()) as { missing?: string[] }).missing
    await server.owner.query(
      `insert into job (job_id, name, data, due_at, created_at)
       values (gen_random_uuid(), 'test.late', '{}', now() - interval '6 minutes', now())`,
    )
    await expect.poll(missing).toEqual(['jobs'])
    await server.owner.query(`delete from job where name = 'test.late'`)
    await server.owner.query(
      `insert into schema_migration (version, name, sha256, applied_at) values (9999, '9999_later.sql', '', now())`,
    )
    await expect.poll(missing).toEqual(['migrations'])
    await server.owner.query(
      `insert into log_pending (entry) values (jsonb_build_object('t', 'verifier', 'at', (extract(epoch from now()) * 1000)::bigint - 301000))`,
    )
    await expect.poll(missing).toEqual(['migrations', 'log-queue'])
    await server.owner.query('delete from log_pending')
    await server.owner.query('delete from schema_migration where version = 9999')
    await expect.poll(missing).toBeUndefined()
  })

  test('says that the disk is full, instead of the checks that fail by it', async () => {
    const full = new pg.DatabaseError('could not extend file: No space left on device', 0, 'error')
    full.code = '53100'
    const run = () => Promise.reject(full)
    const checks = ['migrations', 'jobs'].map((name) => ({ name, run }))
    const ready = healthRoutes(checks, { warn: () => undefined }).find(({ path: at }) => at === '/readyz')
    const answer = await ready!.handle({} as PlainRequest)
    expect([answer.status, JSON.parse(String(answer.body))]).toEqual([
      503,
      { status: 'not ready', missing: ['disk'] },
    ])
  })

  test('is alive and not ready without a database, and answers calls with an error', async () => {
    const lame = await testServer()
    const member = await makeMember(lame)
    lame.context.sessions.forget([])
    await lame.db.close()
    const ready = await fetch(`${lame.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({
      status: 'not ready',
      missing: expect.arrayContaining(['database']),
    })
    expect((await fetch(`${lame.url}/healthz`)).status).toBe(200)
    const answer = await rawCall(lame.url, { path: '/user/sessions', session: member.session })
    expect(answer.flag).not.toBe(0)
    await lame.app.close()
    await lame.context.stop()
    await lame.owner.close()
    await lame.database.drop()
  })
})

describe('the member app', () => {
  test('serves its page without caching, and hashed assets with caching', async () => {
    for (const at of ['/', '/?utm_source=x', '/index.html']) {
      const response = await fetch(server.url + at)
      expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>app</title>'])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
    const asset = await fetch(`${server.url}/assets/main-abc123.js`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('answers 404 for missing files and serves nothing outside its directory', async () => {
    for (const at of [
      '/assets/missing.js',
      '/missing.txt',
      '/metrics',
      '/hooks/none',
      '/mall/mall',
      '/index',
      '/index.html/',
      '/assets/',

      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/hosts',
      '/assets/..%5c..%5cx.js',
      '/%zz.js',
    ]) {
      const answer = await fetch(server.url + at)
      expect([answer.status, await answer.text()], at).toEqual([404, 'not found\n'])
    }
  })

  test('shows a browser a page in its language for an unknown path', async () => {
    const seen = async (language: string) => {
      const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': language }
      const answer = await fetch(`${server.url}/mall/<b>`, { headers })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      return await answer.text()
    }
    const [english, arabic] = [await seen('fr;q=1'), await seen('ar,en;q=0.5')]
    expect(english).toContain('<h1>This page does not exist</h1>')
    expect(english).not.toContain('<b>')
    expect(arabic).toContain('<html lang="ar-sa" dir="rtl">')
    for (const html of [english, arabic]) expect(html).toContain('<a href="/">')
  })
})
