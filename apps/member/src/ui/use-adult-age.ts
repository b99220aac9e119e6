import { useSystem } from '../api/system.ts'

/** What the law of most places asks for: shown until the server has said what it asks for here. */
const USUAL = 18

/** Years of age that a member declares to have reached. */
export const useAdultAge = (): number => useSystem()?.adultAge ?? USUAL
