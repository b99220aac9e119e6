/** The worked values of this package as a module that tests in any runtime can import. */
import file from '../../fairness-vectors.json' with { type: 'json' }
import type { FairnessVectors } from '../vectors/vectors-shape.ts'

export const VECTORS: FairnessVectors = file
