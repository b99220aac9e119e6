/** The worked values of this package, as a module: for tests in any runtime. */
import file from '../../fairness-vectors.json' with { type: 'json' }
import type { FairnessVectors } from '../vectors-shape.ts'

export const VECTORS: FairnessVectors = file
