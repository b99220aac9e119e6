/**
 * A refusal that its endpoint does not declare reaches clients as a defect, without its code and without `retryAfter`. Two checks
 * find one: this reading of the sources, and the test server, which fails when it has answered one (`testing/server.ts`).
 */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { upload } from '@fairlot/contract/media/upload'
import { codesOf } from '@fairlot/contract/define'
import { expect, test, vi } from 'vitest'
import { Refusal } from './platform/refusal.ts'
import { makeMember } from './testing/factories.ts'
import { testServer } from './testing/server.ts'

const root = import.meta.dirname
const sources = new Map(
  globSync('{modules,platform}/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

/** `Refusal('CODE'` and `new Refusal(isX ? 'A' : 'B'`, in the code, not in comments. */
function thrownIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return [...code.matchAll(/new Refusal\(([^{]*?)[,)]/g)].flatMap(([, argument = '']) =>
    [...argument.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => name),
  )
}

const importsOf = (file: string, source: string) =>
  [...source.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => path.join(path.dirname(file), from))

/** The endpoints that a file of handlers serves: every name of an endpoint that it quotes or has a method for. */
function endpointsOf(source: string): EndpointName[] {
  const words = new Set(source.match(/\w+/g))
  return (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => words.has(name))
}

/** Files whose handlers call them through another file. */
const SERVED_BY_OTHERS = [
  // approvals.routes.ts, through approvals.ts
  'modules/operator/approvals/decide-request.ts',
  // contentSet, before a text is stored; members read what has passed it
  'modules/content/rule-text.ts',
]

const declaredBy = (names: readonly EndpointName[]) =>
  new Set<string>(names.flatMap((name) => codesOf(ENDPOINTS[name])))

test('every refusal that is thrown is declared by an endpoint', () => {
  const declared = declaredBy(Object.keys(ENDPOINTS) as EndpointName[])
  // the call whose body is not a form is not in the table
  for (const code of codesOf(upload)) declared.add(code)
  const thrown = [...sources].flatMap(([file, source]) =>
    thrownIn(source).map((code) => [code, file] as const),
  )
  expect(thrown.length).toBeGreaterThan(80)
  expect(thrown.filter(([code]) => !declared.has(code))).toEqual([])
})

test('every refusal of a file is declared by an endpoint of the handlers that use the file', () => {
  const handlers = [...sources].filter(
    ([file, source]) => !file.endsWith('/index.ts') && /\bHandlers</.test(source),
  )
  expect(handlers.length).toBeGreaterThan(15)
  const served = new Map<string, EndpointName[]>()
  for (const [file, source] of handlers) {
    for (const used of [file, ...importsOf(file, source)])
      served.set(used, [...(served.get(used) ?? []), ...endpointsOf(source)])
  }
  let checked = 0
  const undeclared: string[] = []
  for (const file of SERVED_BY_OTHERS) served.delete(file)
  for (const [file, endpoints] of served) {
    const declared = declaredBy(endpoints)
    for (const code of thrownIn(sources.get(file) ?? '')) {
      checked += 1
      if (!declared.has(code))
        undeclared.push(`${file} throws ${code}, which none of ${endpoints.join(', ')} declares`)
    }
  }
  expect(checked).toBeGreaterThan(30)
  expect(undeclared).toEqual([])
})

test('a purchase whose outcome is unknown answers PENDING and when to ask again', async () => {
  const server = await testServer()
  const { client } = await makeMember(server)
  vi.spyOn(server.context.mall.sales, 'buy').mockRejectedValueOnce(new Refusal('PENDING', { retryAfter: 5 }))
  await expect(
    client.call(ENDPOINTS.buy, { issue: 'PHONE-0001', quantity: 1, requestId: randomUUID() }),
  ).rejects.toMatchObject({ failure: { code: 'PENDING', retryAfter: 5 } })
  await server.close()
})

test('a test server that answered an undeclared refusal fails when it closes', async () => {
  const server = await testServer()
  const { client } = await makeMember(server)
  vi.spyOn(server.context.mall.sales, 'buy').mockRejectedValueOnce(new Refusal('NOT_SEALED'))
  await expect(
    client.call(ENDPOINTS.buy, { issue: 'PHONE-0001', quantity: 1, requestId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'DEFECT' })
  await expect(server.close()).rejects.toThrow('undeclared refusals')
})
