/**
 * The record of a restore drill. The restore program signs it with the key of the log after the doctor found nothing, so that
 * nobody records a drill that was not made. The first line of the signed text keeps it apart from all that the key signs else.
 */
import { canonicalJson } from '@fairlot/fairness/canonical'
import { fromHex, toHex, utf8 } from '@fairlot/fairness/bytes'
import { signBytes, verifyBytes } from '@fairlot/fairness/signatures/ed25519'
import * as z from 'zod/mini'

/** The file's name in the restored data directory. */
export const DRILL_RECORD_FILE = 'drill-record.json'

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))
const whole = z.int().check(z.gte(0))

const factsSchema = z.strictObject({
  deployment: z.string(),
  /** version of Fairlot that restored */
  release: z.string(),
  /** state of the backup, and end of the restore; Unix milliseconds */
  backupAt: whole,
  madeAt: whole,
  /** the newest checkpoint of the log that the backup contains; null: nothing was signed */
  log: z.nullable(z.strictObject({ size: whole, root: hex(32) })),
})
const schema = z.strictObject({ drill: factsSchema, signature: hex(64) })

export type DrillFacts = z.infer<typeof factsSchema>
export type DrillRecord = { facts: DrillFacts; text: string; signature: string }

const signedText = (facts: DrillFacts) => `fairlot/restore-drill/1\n${canonicalJson(facts)}`

/** The content of the file. @param logSeed of the restored installation, hex */
export function signDrill(logSeed: string, facts: DrillFacts): string {
  const signature = toHex(signBytes(logSeed, utf8(signedText(facts))))
  return `${JSON.stringify({ drill: facts, signature }, null, 2)}\n`
}

/** @param publicKey of the log, hex @returns undefined when the text is no record, or another key signed it */
export function readDrill(publicKey: string, content: string): DrillRecord | undefined {
  let given: unknown
  try {
    given = JSON.parse(content)
  } catch {
    return undefined
  }
  const parsed = z.safeParse(schema, given)
  if (!parsed.success) return undefined
  const { drill, signature } = parsed.data
  const text = signedText(drill)
  return isSignedDrill(publicKey, text, signature) ? { facts: drill, text, signature } : undefined
}

/** @param signature hex */
export function isSignedDrill(publicKey: string, text: string, signature: string): boolean {
  return (
    text.startsWith('fairlot/restore-drill/1\n') && verifyBytes(publicKey, utf8(text), fromHex(signature))
  )
}
