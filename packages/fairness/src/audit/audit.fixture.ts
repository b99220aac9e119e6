/** Audits the logs of tests and names what breaks. */
import { auditLog, AuditBreach, type AuditRule, type LogAudit } from '../audit.ts'
import { PlayedLog } from '../testing/played-log.ts'

export function audited(played: PlayedLog): LogAudit {
  return auditLog(played)
}

/** Rule and entry of the first breach, or 'sound'. A checkpoint covers the end unless the test signs one itself. */
export function verdict(played: PlayedLog, { sign = true } = {}): 'sound' | [AuditRule, number] {
  if (sign) played.sign()
  try {
    auditLog(played)
    return 'sound'
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    return [error.rule, error.index]
  }
}

/** A log of version 2 that the test continues. */
export function log(play: (played: PlayedLog) => void, deployment?: string): PlayedLog {
  const made = new PlayedLog(deployment)
  made.begin()
  play(made)
  return made
}
