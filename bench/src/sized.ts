/** Whether this run is tiny (`--tiny`): it shows in seconds that a mode works, and its figures say nothing. */
const isTiny = process.argv.includes('--tiny')

/** A number of this run. */
export const sized = (usual: number, tiny: number): number => (isTiny ? tiny : usual)
