/** The pages and calls that span modules. Other modules import only this file. */
export { closingCopy } from './closing/closing.copy.ts'
export { fundIn } from './fund-house.ts'
