import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import { parseKey } from '@fairlot/fairness/note'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-files-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (at: string, headers: Record<string, string> = {}) => fetch(server.url + at, { headers })

test('answers 404 for a missing checkpoint or verifier', async () => {
  expect((await get('/fair/checkpoint')).status).toBe(404)
  expect((await get('/fair/verifier.mjs')).status).toBe(404)
  const about = await server.anonymous().call(ENDPOINTS.fairAbout, {})
  expect(about).toMatchObject({ size: 0, checkpoint: null, verifier: null, witnesses: [] })
  expect(parseKey(about.noteKey)).toMatchObject({ kind: 1, publicKey: about.publicKey })
  await expect(server.anonymous().call(ENDPOINTS.fairCheckpoint, {})).rejects.toMatchObject({
    code: 'NO_SUCH_DATA',
  })
  expect(await server.anonymous().call(ENDPOINTS.fairLog, {})).toMatchObject({
    items: [],
    size: 0,
    next: null,
  })
  expect(await server.anonymous().call(ENDPOINTS.fairConsistency, { from: 0, to: 0 })).toMatchObject({
    path: [],
  })
})

test('serves the latest checkpoint as a public file, and again only when it has changed', async () => {
  const { db, context } = server
  const { writer } = context.fair
  const grow = () =>
    db.tx((tx) =>
      writer.publish(tx, [{ t: 'funding', account: 'subsidy', amount: '1', reference: 'r', at: Date.now() }]),
    )
  await grow()
  const first = await get('/fair/checkpoint')
  const note = await first.text()
  expect(first.headers.get('content-type')).toContain('text/plain')
  expect(first.headers.get('cache-control')).toBe('public, max-age=5')
  // the log's begin, its rules and the funding
  expect(verifyCheckpoint(note, writer.publicKey, writer.deployment)).toMatchObject({ size: 3 })
  const etag = first.headers.get('etag')!
  const again = await get('/fair/checkpoint', { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await grow()
  const changed = await get('/fair/checkpoint', { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(await changed.text()).not.toBe(note)
})

test('serves the built verifier unchanged', async () => {
  const file = path.join(folder, 'verifier.mjs')
  writeFileSync(file, 'export {}')
  const other = await testServer({ parts: { verifier: { file, version: '1.0.0' } } })
  const response = await fetch(`${other.url}/fair/verifier.mjs`)
  expect(await response.text()).toBe('export {}')
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(response.headers.get('content-disposition')).toContain('fairlot-verifier.mjs')
  const { verifier } = await other.anonymous().call(ENDPOINTS.fairAbout, {})
  expect(response.headers.get('etag')).toBe(`"${verifier!.sha256}"`)
  await other.close()
})
