/** The doctor beside a server that goes on. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { highWaterFile } from '../modules/fair/index.ts'
import type { Tx } from '../platform/db.ts'
import { freshSecrets } from '../platform/secrets.ts'
import { beside } from '../testing/beside.ts'
import { sellIssue } from '../testing/fuzz-world.ts'
import { testServer } from '../testing/server.ts'
import { printFindings } from './print-findings.ts'

test('an entry that the server appends while the doctor reads is no breach of the high-water mark', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fairlot-doctor-'))
  const secrets = freshSecrets()
  const server = await testServer({ parts: { secrets, highWater: highWaterFile(dataDir) } })
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    const { db, context } = server
    const signed = () => context.fair.writer.flush(db, { checkpoint: true })
    await sellIssue(server, 'BEFORE', 10)
    await signed()
    const before = await highWaterFile(dataDir).read()
    await db.tx(async (tx) => {
      let isTaken = false
      const query: Tx['query'] = async (...statement) => {
        const rows = await tx.query(...statement)
        if (!isTaken && statement[0] === 'select id from deployment') {
          isTaken = true
          await beside(async () => {
            await sellIssue(server, 'MEANWHILE', 10)
            await signed()
          })
        }
        return rows as never
      }
      await printFindings({ ...tx, query }, secrets, { dataDir })
    })
    expect(await highWaterFile(dataDir).read()).not.toEqual(before)
    const lines = said.mock.calls.map(([line]) => String(line))
    expect(lines.filter((line) => line.includes('high-water mark'))).toEqual([
      expect.stringMatching(/^✓ INV-21 /),
    ])
  } finally {
    said.mockRestore()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
