import { Refusal } from '../../platform/refusal.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The cursor of a list that is paged by its id. @throws Refusal INPUT_INVALID */
export function idCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!UUID.test(cursor)) throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return cursor
}
