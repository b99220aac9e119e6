import { expect, test } from 'vitest'
import { verifierCommand } from './verifier.ts'

test('names the served file and the key of the log', () => {
  expect(verifierCommand('M1-0001-proof.json', 'ab', true)).toBe(
    'node fairlot-verifier.mjs M1-0001-proof.json --key ab',
  )
})

test('uses the repository where no file is served, and leaves out an unknown key', () => {
  expect(verifierCommand('M1-0001-proof.json', null, false)).toBe('npm run verify -- M1-0001-proof.json')
})
