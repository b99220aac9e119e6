import { Refusal } from '../../../platform/refusal.ts'

/** A bank reference in one normal form, so that two spellings of it are equal. @throws Refusal INPUT_INVALID */
export function normalReference(entered: string): string {
  const reference = entered.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(reference))
    throw new Refusal('INPUT_INVALID', { fields: { reference: 'INVALID' } })
  return reference
}
