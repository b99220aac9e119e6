/** An invariant, as one statement that the doctor runs in its snapshot. */
export type Check = {
  /** promise of docs/SECURITY.md */
  id: string
  title: string
  /** answers one row (breaches int8, figure text): the number of breaches, and a figure for people */
  sql: string
}
