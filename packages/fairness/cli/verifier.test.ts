import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicKeyOf } from '../src/signatures/ed25519.ts'
import { LOG_SECRET, sampleProof } from '../src/testing/proof-samples.ts'
import { dice, randomReceipt } from '../src/testing/random-proofs.ts'
import { VECTORS } from '../src/testing/vectors-file.ts'

const VITE = resolve(import.meta.dirname, '../../../node_modules/vite/bin/vite.js')
const proof = sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', withLog: true })
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-verifier-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function node(cwd: string, ...args: string[]): { status: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd })
  return { status, out: stdout + stderr }
}

function build(name: string): string {
  const out = join(folder, name)
  const options = ['--config', 'verifier.config.ts', '--outDir', out, '--logLevel', 'warn']
  const { status, out: said } = node(import.meta.dirname, VITE, 'build', ...options)
  expect({ status, said }).toEqual({ status: 0, said: '' })
  return join(out, 'verifier.mjs')
}

test('the bundled verifier is one file that imports only Node modules and is the same at each build', () => {
  const file = build('first')
  const text = readFileSync(file, 'utf8')
  expect(readFileSync(build('second'), 'utf8')).toBe(text)
  expect(text).not.toContain(resolve(import.meta.dirname, '../../..'))
  const imported = [...text.matchAll(/^import .* from "(.*)";$/gm)].map((match) => match[1]!)
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])

  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof))
  writeFileSync(join(folder, 'receipt.json'), JSON.stringify(randomReceipt(dice(1), proof)))
  const run = (...args: string[]) => node(folder, file, ...args)
  const whole = run('proof.json', 'receipt.json', '--key', publicKeyOf(LOG_SECRET))
  expect(whole.status).toBe(0)
  expect(whole.out).toContain('✓ receipt    the signed receipt matches order')
  expect(whole.out).toContain('✓ checkpoint the log is signed with the key that was given')
  expect(run('proof.json', '--key', '00'.repeat(32)).status).toBe(1)
  writeFileSync(join(folder, 'bare.json'), JSON.stringify({ ...proof, log: null }))
  const bare = run('bare.json')
  expect(bare.status).toBe(3)
  expect(bare.out).not.toContain('influenced')
  expect(run('bare.json', 'receipt.json').status).toBe(1)
  expect(run('receipt.json').status).toBe(1)
  expect(run('nothing.json').status).toBe(2)
})
