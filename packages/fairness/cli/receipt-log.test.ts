/** Every altered receipt that the house signs fails beside the whole log, in this verifier and in the one in Python. */
import { isDeepStrictEqual } from 'node:util'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { honestReceipt } from '../kit/altered-receipts.ts'
import { played } from '../kit/house.ts'
import { type Receipt, signReceipt } from '../src/receipt.ts'
import { changed, others, places } from '../src/testing/mutations.ts'
import { LOG_SECRET } from '../src/testing/proof-samples.ts'
import { hasPython, NOT_RUN, verifyInPython } from '../src/testing/python.fixture.ts'
import { verifyProof } from '../src/verify.ts'
import { writeExport } from './export.fixture.ts'
import { auditFolder } from './log-folder.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-receipts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('an altered receipt that the house signs fails beside the proof and the log', () => {
  const { log, proof } = played({ issue: 'R1-0001', grade: 'salt', seed: 20_261_127 })
  writeExport(folder, log)
  const audited = auditFolder(folder, { publicKey: log.publicKey })
  const honest = honestReceipt(proof, 2)
  const altered = places(honest).flatMap(({ path, value }) =>
    others(value)
      .filter((other) => !isDeepStrictEqual(other, value))
      .map((other) => ({ path: path.join('.'), content: changed(honest, path, other) as Receipt })),
  )
  const receipts = [honest, ...altered.map(({ content }) => content)].map((content) =>
    signReceipt(LOG_SECRET, content),
  )
  const ours = receipts.map((receipt) => {
    const { verdict, failed } = verifyProof(proof, { receipt, log: audited, publicKey: log.publicKey })
    return failed ?? verdict
  })
  expect(ours[0]).toBe('verified')
  const survivors = altered.filter((_, i) => ours[i + 1] !== 'receipt').map(({ path }) => path)
  expect(survivors).toEqual([])
  if (!hasPython) return console.warn(`receipts beside the log in Python: ${NOT_RUN}`)
  const text = JSON.stringify(proof)
  const theirs = verifyInPython(
    receipts.map((receipt) => ({
      proof: text,
      receipt: JSON.stringify(receipt),
      folder,
      key: log.publicKey,
    })),
  )
  expect(theirs.map(({ failed, verdict }) => failed ?? verdict)).toEqual(ours)
})
