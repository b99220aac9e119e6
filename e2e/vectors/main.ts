/** The published worked values and what computes them, for whatever browser opens this page. */
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { checkVectors } from '@fairlot/fairness/vectors/vectors'

export type FairnessPage = { vectors: typeof VECTORS; check: typeof checkVectors }

const fairness: FairnessPage = { vectors: VECTORS, check: checkVectors }
Object.assign(globalThis, { fairness })
