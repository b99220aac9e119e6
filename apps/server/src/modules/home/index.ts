/** The pages and calls that span modules. Other modules import only this file. */
export { fundIn } from './fund-house.ts'
