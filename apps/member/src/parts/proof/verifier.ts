/** The verifier that the deployment serves, and the command that runs it. */
export const VERIFIER_FILE = { href: '/fair/verifier.mjs', name: 'fairlot-verifier.mjs' } as const

/**
 * The command that checks a proof without this app.
 * @param proof file name of the proof
 * @param key the log's key, hex; null when it is not known
 * @param served the deployment serves the program as a file; else it is run from its repository
 */
export function verifierCommand(proof: string, key: string | null, served: boolean): string {
  const program = served ? `node ${VERIFIER_FILE.name}` : 'npm run verify --'
  return `${program} ${proof}${key === null ? '' : ` --key ${key}`}`
}
