/** Audits the logs of tests and names what breaks. */
import { auditLog, AuditBreach, type AuditRule, type LogAudit } from '../audit.ts'
import { PlayedLog } from '../testing/played-log.ts'

export function audited(log: PlayedLog): LogAudit {
  return auditLog(log)
}

/** Rule and entry of the first breach, or 'sound'. A checkpoint covers the end unless the test signs one itself. */
export function verdict(log: PlayedLog, { sign = true } = {}): 'sound' | [AuditRule, number] {
  if (sign) log.sign()
  try {
    auditLog(log)
    return 'sound'
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    return [error.rule, error.index]
  }
}

/** A log of version 2 that the test continues. */
export function log(play: (log: PlayedLog) => void, deployment?: string): PlayedLog {
  const made = new PlayedLog(deployment)
  made.begin()
  play(made)
  return made
}
