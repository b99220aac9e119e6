/** Audits the logs of tests and names what breaks. */
import {
  auditLog,
  AuditBreach,
  type AuditRule,
  type AuditState,
  createAuditor,
  type LogAudit,
} from '../audit.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { begin3 } from '../testing/played-lines.ts'
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

/** A log of version 3 that the test continues. */
export function log3(play: (played: PlayedLog) => void): PlayedLog {
  const made = begin3(new PlayedLog())
  play(made)
  return made
}

/** The state of an audit after a whole log. */
export function stateOf(played: PlayedLog): AuditState {
  const auditor = createAuditor(played)
  played.entries.forEach((entry, i) => {
    auditor.entry(entry)
    for (const { note, cosignatures } of played.checkpoints) {
      if (parseCheckpoint(note)!.size !== i + 1) continue
      auditor.checkpoint(note)
      for (const line of cosignatures) auditor.cosignature(i + 1, line)
    }
  })
  return auditor.state()
}
