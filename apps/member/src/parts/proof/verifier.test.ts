import { expect, it } from 'vitest'
import { verifierCommand } from './verifier.ts'

it('runs the served file with the key of the log', () => {
  expect(verifierCommand('M1-0001-proof.json', 'ab', true)).toBe(
    'node fairlot-verifier.mjs M1-0001-proof.json --key ab',
  )
})

it('runs the repository where no file is served, and leaves out a key that is not known', () => {
  expect(verifierCommand('M1-0001-proof.json', null, false)).toBe('npm run verify -- M1-0001-proof.json')
})
