/** The pages and calls that span modules. The door for what operators do with the house. */
export { fundIn } from './fund-house.ts'
