import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { logKey } from '@fairlot/fairness/checkpoint'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { formatWitnessRequest, verifyCosignature, witnessKey } from '@fairlot/fairness/witness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWitness } from '../../../../../../packages/fairness/cli/witness.ts'
import { openState } from '../../../../../../packages/fairness/cli/witness-state.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { consistencyOf, latestCheckpoint } from './log.reads.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-audited-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('a witness reads the log from the public calls of this server and audits it before it signs', async () => {
  const { db, context } = server
  const { writer } = context.fair
  const key = logKey(writer.deployment, writer.publicKey)
  const state = openState(folder)
  const witness = createWitness({
    name: 'w1',
    logs: [key],
    houses: new Map([[key.name, server.url]]),
    state,
    now: () => Math.floor(Date.now() / 1000),
    log: () => {},
  })
  await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`

  let oldSize = 0
  for (const count of [3, 700]) {
    const entries = Array.from({ length: count }, (_, i) => ({
      t: 'funding' as const,
      account: 'subsidy',
      amount: '1',
      reference: `${count}.${i}`,
      at: Date.now(),
    }))
    await db.tx((tx) => writer.publish(tx, entries))
    const { size, note } = (await latestCheckpoint(db))!
    const consistency = await consistencyOf(db, oldSize, size)
    const body = formatWitnessRequest({ oldSize, consistency, note })
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    const line = (await answer.text()).trimEnd()
    expect(verifyCosignature(note, line, witnessKey('w1', publicKeyOf(state.seed)))).not.toBeNull()
    expect(state.audit(writer.deployment)?.size ?? 0).toBeLessThanOrEqual(size)
    oldSize = size
  }
  expect(state.last(writer.deployment).size).toBe(oldSize)
  expect(state.refusals()).toEqual([])
  witness.close()
  witness.closeAllConnections()
})
