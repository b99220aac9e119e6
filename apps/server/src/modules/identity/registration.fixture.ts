/** Codes and registrations for the tests of identity. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { testClient } from '../../testing/client.ts'
import { somePhone, SOME_PASSWORD } from '../../testing/factories.ts'
import type { TestServer } from '../../testing/server.ts'
import { TERMS_VERSION } from '../content/index.ts'
import type { InboxMessage } from './sms/sandbox-inbox.ts'

type Purpose = 'register' | 'login' | 'reset'

/** Another code of the same form. */
export const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

export const registration = (phone: string, code: string, more: object = {}) => ({
  phone,
  code,
  password: SOME_PASSWORD,
  terms: TERMS_VERSION,
  adult: true as const,
  ...more,
})

/** @param server the server that the test file starts before its tests */
export function registrations(server: () => TestServer) {
  /** The messages that the sandbox shows for a phone number, the newest first. */
  async function inbox(phone: string): Promise<InboxMessage[]> {
    const { context, url } = server()
    await context.jobs.drain()
    const response = await fetch(`${url}/sandbox/inbox.json?phone=${encodeURIComponent(phone)}`)
    return ((await response.json()) as { items: InboxMessage[] }).items
  }

  /** Requests a code and reads it from the inbox. */
  async function codeFor(phone: string, purpose: Purpose): Promise<string> {
    await server().anonymous().call(ENDPOINTS.phoneCode, { phone, purpose })
    const code = (await inbox(phone))[0]?.code
    if (!code) throw new Error('no code arrived')
    return code
  }

  async function registered(phone = somePhone()) {
    const input = registration(phone, await codeFor(phone, 'register'))
    const session = await server().anonymous().call(ENDPOINTS.register, input)
    return { phone, session, client: testClient({ url: server().url, session }) }
  }

  return { inbox, codeFor, registered }
}
