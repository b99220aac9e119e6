import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type EventProof3, type IssueProof3, readProof } from '../proof.ts'
import { hasLost, readLost } from '../proof/version-3/lost.ts'
import { readEvent } from '../verify/event.ts'
import { ReadError } from '../read.ts'
import { readReceipt } from '../receipt.ts'
import { fits } from '../testing/json-schema.fixture.ts'
import { changed, others, places } from '../testing/mutations.ts'
import { DOCUMENT_SCHEMAS } from './documents.ts'
import {
  sampleDocuments,
  sampleDocuments3,
  sampleEventReceipts,
  sampleEvents,
  sampleReceipts,
  sampleReceipts3,
} from './documents.fixture.ts'
import { readRound } from '../verify/round.ts'

const schemaFits = (name: string, value: unknown): boolean =>
  fits(DOCUMENT_SCHEMAS[name]!, value, DOCUMENT_SCHEMAS)

/** A reader of documents of one kind, also of those whose log was lost. */
const withLost = (read: (value: unknown) => unknown) => (value: unknown) =>
  hasLost(value) ? readLost(value, read as (value: unknown) => IssueProof3 | EventProof3) : read(value)

function accepts(read: (value: unknown) => unknown, value: unknown): boolean {
  try {
    read(value)
    return true
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return false
  }
}

/** Every other value of every place: similar ones, ones of other types, and none. */
function* alterations(document: unknown): Generator<{ where: string; altered: unknown; isShape: boolean }> {
  for (const { path, value } of places(document)) {
    for (const other of [...others(value), undefined, [], {}, true, 'x', -1, 1.5, null]) {
      if (isDeepStrictEqual(other, value)) continue
      const altered: unknown = JSON.parse(JSON.stringify(changed(document, path, other)))
      const isShape = other === undefined || typeof other !== typeof value
      yield { where: `${path.join('.')} = ${JSON.stringify(other)}`, altered, isShape }
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      yield {
        where: `${path.join('.')} with a field more`,
        altered: changed(document, [...path, 'more'], 1),
        isShape: true,
      }
    }
  }
}

describe.each([
  ['Proof', sampleDocuments(), readProof],
  ['EventProof', sampleEvents(), readEvent],
  ['EventReceipt', sampleEventReceipts(), (value: unknown) => readReceipt(textOf(value))],
  ['OrderReceipt', sampleReceipts(), (value: unknown) => readReceipt(textOf(value))],
  ['IssueProof3', sampleDocuments3('issue'), withLost(readProof)],
  ['EventProof3', sampleDocuments3('event'), withLost(readEvent)],
  ['RoundProof3', sampleDocuments3('round'), readRound],
  ['Receipt3', sampleReceipts3(), (value: unknown) => readReceipt(textOf(value))],
] as const)('the schema %s', (schema, documents, read) => {
  test('fits every document that a deployment makes', () => {
    expect(documents.length).toBeGreaterThan(0)
    for (const document of documents) expect([read(document), schemaFits(schema, document)][1]).toBe(true)
  })

  test('fits every document that the strict reader accepts, and no altered type or set of fields that it refuses', () => {
    for (const document of documents) {
      let refused = 0
      for (const { where, altered, isShape } of alterations(document)) {
        const reader = accepts(read, altered)
        const fitting = schemaFits(schema, altered)
        // what the reader refuses beyond the shape (the order of bands, for example) a schema cannot say
        if (reader || isShape) expect(fitting, where).toBe(reader)
        refused += fitting ? 0 : 1
      }
      expect(refused).toBeGreaterThan(50)
    }
  })
})

/** A signed receipt with this content; the signature is not checked by the reader. */
function textOf(content: unknown) {
  const sorted = Object.entries(content as object).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    receipt: JSON.stringify(Object.fromEntries(sorted)),
    signature: '00'.repeat(64),
    publicKey: '00'.repeat(32),
  }
}
