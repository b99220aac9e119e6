/**
 * Tag keys: each issue has its own, so that the tags of one member in two draws cannot be linked. They derive
 * from one secret of the deployment; the tags themselves are the fairness package's.
 */
import { createHmac } from 'node:crypto'

export type TagKeys = {
  /** The tag key of an issue (by its number): 32 bytes, hex. */
  of(issue: string): string
}

/** HMAC-SHA256(master, "fairlot/tag-key/1\0" ‖ issue). @param master 32 secret bytes */
export function createTagKeys(master: Uint8Array): TagKeys {
  return { of: (issue) => createHmac('sha256', master).update(`fairlot/tag-key/1\0${issue}`).digest('hex') }
}
