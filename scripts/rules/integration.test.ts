/** What docs/INTEGRATION.md states is what the code does: the worked signature, the error codes, the fields of documents. */
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CODES, type Code } from '../../packages/contract/src/flags.ts'
import { LANGUAGES } from '../../packages/contract/src/languages.ts'
import ENGLISH from '../../packages/contract/src/messages/en-us.json' with { type: 'json' }
import { codeMessage } from '../../packages/contract/src/messages.ts'
import { AUDIT_RULES } from '../../packages/fairness/src/audit.ts'
import { QUICKNET } from '../../packages/fairness/src/beacon.ts'
import { DOCUMENT_SCHEMAS } from '../../packages/fairness/src/schemas/documents.ts'
import { STEPS } from '../../packages/fairness/src/verify.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/INTEGRATION.md'), 'utf8')

/** The part of the document below a heading, up to the next heading of any level. */
function section(heading: string): string {
  const from = text.indexOf(`\n${heading}\n`)
  if (from < 0) throw new Error(`no heading ${heading}`)
  const rest = text.slice(from + heading.length + 2)
  const to = rest.search(/^#+ /m)
  return to < 0 ? rest : rest.slice(0, to)
}

/** The names in code in the first column of a section's tables. */
const firstColumn = (heading: string): string[] =>
  [...section(heading).matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  )

const blocks = (heading: string): string[] =>
  [...section(heading).matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)

/** A block of lines `name value`. */
const values = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/^(\w+) +(.*)$/gm)].map(([, name, value]) => [name!, value!]))

const fieldsOf = (component: string): string[] => {
  const schema = DOCUMENT_SCHEMAS[component] as { properties: Record<string, unknown> }
  return Object.keys(schema.properties)
}

test('the worked signature follows from its inputs', () => {
  const [given, signed, result] = blocks('### A worked example')
  const { path: at, date, language, token, signKey, param } = values(given!)
  const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex')
  const lines = ['fairlot-sign-1', 'POST', at, date, language, sha256(token!), sha256(param!)]
  expect(signed).toBe(`${lines.join('\n')}\n`)
  const sign = createHmac('sha256', Buffer.from(signKey!, 'hex')).update(lines.join('\n')).digest('hex')
  const body = new URLSearchParams({ date: date!, sign, language: language!, token: token!, param: param! })
  expect(values(result!)).toEqual({ sign, body: String(body) })

  const anonymous = '{"issue":"M1-0001"}'
  const plain = ['fairlot-sign-1-anon', 'POST', '/api/goods/detail', date, language, '', sha256(anonymous)]
  expect(section('### A worked example')).toContain(`\`${anonymous}\``)
  expect(section('### A worked example')).toContain(sha256(plain.join('\n')))
})

test('quotes the rules that refuse the terms of a product as the server says them', () => {
  const rows = [...section('## Errors').matchAll(/^\| (`[a-z].*?`) \| (.*) \|$/gm)]
  const rules = Object.values(ENGLISH.fields).map((message) => message.replaceAll('\u00a0', ' '))
  expect(rows).toHaveLength(15)
  for (const [, , message] of rows) expect(rules).toContain(message)
})

test('lists every error code with its flag and message, and every language', () => {
  const rows = [...section('## Errors').matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (.*) \|$/gm)]
  expect(rows.map(([, code, flag, message]) => [code, Number(flag), message])).toEqual(
    Object.entries(CODES).map(([code, flag]) => [code, flag, codeMessage('en-us', code as Code)]),
  )
  for (const language of LANGUAGES) expect(section('### Language')).toContain(`\`${language}\``)
})

describe('describes the published documents', () => {
  test.each([
    ['### Terms', 'IssueOpen', ['t']],
    ['### Seal', 'IssueSeal', ['t', 'issue', 'at']],
  ])('%s has the fields of %s', (heading, component, besides) => {
    expect([...besides, ...firstColumn(heading)].toSorted()).toEqual(fieldsOf(component).toSorted())
  })

  test('the proof, its log and the receipt have the fields of their schemas', () => {
    const proof = DOCUMENT_SCHEMAS['Proof2Drawn'] as {
      properties: { log: { oneOf: [{ properties: Record<string, unknown> }] } }
    }
    const named = [...Object.keys(proof.properties), ...Object.keys(proof.properties.log.oneOf[0].properties)]
    expect(firstColumn('## The proof document').toSorted()).toEqual(named.toSorted())
    const kinds = ['OrderReceipt', 'BetReceipt', 'EventReceipt']
    const receipts = new Set(kinds.flatMap(fieldsOf))
    expect(new Set(firstColumn('## Receipts'))).toEqual(receipts)
  })

  test('every kind of entry, every step and every rule is in its table, in order', () => {
    const kinds = Object.values(DOCUMENT_SCHEMAS).flatMap((schema) => {
      const { t } = (schema['properties'] ?? {}) as { t?: { const: string } }
      return t === undefined || t.const.startsWith('receipt') ? [] : [t.const]
    })
    expect(firstColumn('### Entries').toSorted()).toEqual([...new Set(kinds)].toSorted())
    expect(firstColumn('### The steps')).toEqual([...STEPS, 'receipt', 'log'])
    expect(firstColumn('## The rules of the log')).toEqual(AUDIT_RULES)
  })

  test('the public beacon has the pinned values', () => {
    const { hash, genesis, period, publicKey, scheme } = QUICKNET
    const stated = { chain: hash, genesis: String(genesis), period: String(period), publicKey, scheme }
    expect(values(blocks('### The beacon')[0]!)).toEqual(stated)
  })
})
