/**
 * Tag keys. Each issue has its own key, so that a member's tags in two draws cannot be linked. The keys derive from one secret
 * of the deployment; the fairness package computes the tags.
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
