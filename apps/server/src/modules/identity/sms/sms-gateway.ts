/** A company that sends text messages, connected by HTTP. docs/INTEGRATION.md («The SMS gateway») has its interface. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { isTaken, postSigned } from '../../../platform/signed-call.ts'
import { SmsFault, type SmsProvider } from './sms.ts'

/** How a gateway is connected. */
export type SmsGateway = { url: string; secret: Uint8Array; fetch?: typeof fetch }

/** Short, because a call that waits holds one of the few places in which jobs run. */
const TIMEOUT_MS = 5_000

/** The gateway has this message already. */
const KNOWN = 409
/** The gateway never sends this message: the number does not exist, or is blocked. */
const NEVER = new Set([404, 410, 422])

/** Names a gateway without its URL, which can hold a key. @param url undefined: the inbox of the sandbox */
export function gatewayName(url: string | undefined): Buffer {
  return createHash('sha256')
    .update(`fairlot/sms-gateway/1\n${url ?? 'inbox'}`)
    .digest()
}

/**
 * While the gateway gives no answer, one call at a time is tried: calls that wait must not hold every place in which jobs run.
 */
export function httpSms(gateway: SmsGateway, clock: Clock): SmsProvider {
  const callee = { ...gateway, clock, timeoutMs: TIMEOUT_MS }
  let isAway = false
  let calls = 0

  /** @returns the status; null: no answer, whose cause could repeat parts of the call */
  async function ask(id: string, content: object): Promise<number | null> {
    if (isAway && calls > 0) return null
    calls++
    try {
      const status = await postSigned(callee, id, content)
      isAway = false
      return status
    } catch {
      isAway = true
      return null
    } finally {
      calls--
    }
  }

  return {
    async send({ id, phone, text, route, kind, validUntilMs }) {
      const status = await ask(id, { message: id, kind, phone, text, route, validUntilMs })
      if (status !== null && (isTaken(status) || status === KNOWN)) return
      throw new SmsFault(status !== null && NEVER.has(status) ? 'refused' : 'unanswered', status)
    },
  }
}
