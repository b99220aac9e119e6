/** The worked values, read from the file in this package (Node only: for tests). */
import { readFileSync } from 'node:fs'
import type { FairnessVectors } from '../vectors-shape.ts'

export const VECTORS = JSON.parse(
  readFileSync(new URL('../../fairness-vectors.json', import.meta.url), 'utf8'),
) as FairnessVectors
