import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLayers, importsOf } from './layers.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'fairlot-layers-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function breachesOf(file: string, source: string): Promise<string[]> {
  const at = path.join(root, file)
  await mkdir(path.dirname(at), { recursive: true })
  await writeFile(at, source)
  return (await checkLayers(root)).breaches
}

test('this repository keeps its layers', async () => {
  const { files, imports, breaches } = await checkLayers(path.resolve(import.meta.dirname, '../..'))
  expect(breaches).toEqual([])
  expect(files).toBeGreaterThan(50)
  expect(imports).toBeGreaterThan(100)
})

test('finds imports in every form and ignores comments', () => {
  const source = `
import type { A } from './a.ts'
import b, { c as d } from "./b.ts"
import {
  e,
} from './c.ts'
import './d.css'
export * from './e.ts'
const f = await import('./f.ts')
// import g from './g.ts'
/* import h from './h.ts' */
`
  expect(importsOf(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.css', './e.ts', './f.ts'])
})

test.each([
  ['apps/server/src/platform/x.ts', `import '../modules/mall/index.ts'`, 'may not use'],
  ['apps/server/src/modules/mall/x.ts', `import '../games/index.ts'`, 'may not use'],
  ['apps/server/src/modules/identity/x.ts', `import '../ledger/index.ts'`, 'may not use'],
  ['apps/server/src/modules/mall/x.ts', `import '../wallet/recharge.ts'`, 'past its front door'],
  ['apps/server/src/modules/mall/x.ts', `import '../../testing/database.ts'`, 'which is for tests'],
  ['apps/member/src/x.tsx', `import '@fairlot/server/app'`, 'may not use'],
  ['packages/contract/src/x.ts', `import '../../../apps/server/src/app.ts'`, 'may not use'],
  ['packages/fairness/src/x.ts', `import fs from 'node:fs'`, 'uses only @noble'],
  ['packages/fairness/src/x.ts', `export const now = () => Date.now()`, 'takes them as inputs'],
  ['apps/server/src/modules/wallet/x.ts', `import '../identity-check/identity.ts'`, 'past its front door'],
  ['apps/server/src/modules/unknown/x.ts', `import '../ledger/index.ts'`, 'is in no known area'],
  ['apps/unknown/x.ts', `import './y.ts'`, 'is in no known area'],
])('reports %s with %s', async (file, source, sentence) => {
  expect(await breachesOf(file, source)).toEqual([expect.stringContaining(sentence)])
})

test.each([
  ['apps/server/src/modules/mall/x.ts', `import '../wallet/index.ts'\nimport '../../platform/db.ts'`],
  ['apps/server/src/modules/mall/x.test.ts', `import '../../testing/database.ts'`],
  ['apps/member/src/x.tsx', `import '@fairlot/contract/money/money'\nimport '@fairlot/fairness/draw'`],
  ['packages/fairness/src/x.ts', `import { sha256 } from '@noble/hashes/sha2.js'`],
])('accepts %s with %s', async (file, source) => {
  expect(await breachesOf(file, source)).toEqual([])
})
