/** What the cases of frauds share. */
import { publicKeyOf } from '../src/signatures/ed25519.ts'
import { LOG_SECRET } from '../src/testing/proof-samples.ts'
import type { Expected, KitCase } from './kit-case.ts'

export const KEY = publicKeyOf(LOG_SECRET)

export type Making = { readonly family: string; readonly cases: KitCase[] }

export function add(
  { family, cases }: Making,
  what: string,
  expected: Expected,
  proof: unknown,
  options: Partial<KitCase> = {},
): void {
  cases.push({ name: `${family}/${what}`, expected, proof: JSON.stringify(proof), ...options })
}

export const saltOf = (n: number): string => n.toString(16).padStart(64, '0')
