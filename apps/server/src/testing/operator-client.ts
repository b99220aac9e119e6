/** The typed client of an operator, over real HTTP, with the session in a cookie. */
import { createHash } from 'node:crypto'
import { createClient, type Client } from '@fairlot/contract/client'
import { BASE_PATH, OPERATOR_COOKIE } from '@fairlot/contract/wire'
import * as OTPAuth from 'otpauth'
import { keyedSign } from './client.ts'

/** `token`: the cookie's value; `signKey`: the session's key of `sign`, hex. */
export type OperatorSession = { token: string; signKey: string }

export type OperatorClient = Client & {
  /** updated from the cookies that the server sets; the caller sets `signKey` */
  token: string | null
  signKey: string | null
}

export type OperatorClientOptions = {
  /** Unix milliseconds; default: this machine's clock */
  now?: () => number
  /** client address that the call claims (X-Forwarded-For), for servers that trust a proxy */
  address?: string
}

/** A client with or without a session. Calls return their output or throw a CallError. */
export function operatorClient(
  url: string,
  session: OperatorSession | null = null,
  { now = () => Date.now(), address }: OperatorClientOptions = {},
): OperatorClient {
  const client: OperatorClient = {
    token: session?.token ?? null,
    signKey: session?.signKey ?? null,
    ...createClient({
      async send(path, body) {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            ...(client.token !== null && { cookie: `${OPERATOR_COOKIE}=${client.token}` }),
            ...(address !== undefined && { 'x-forwarded-for': address }),
          },
          body,
        })
        if (response.status !== 200) throw new Error(`status ${response.status} of ${BASE_PATH}`)
        for (const header of response.headers.getSetCookie()) {
          const [, value = ''] = header.split(';', 1)[0]!.split('=')
          if (header.startsWith(`${OPERATOR_COOKIE}=`)) client.token = value === '' ? null : value
        }
        return response.json()
      },
      session: () => null,
      operator: () => {
        const { signKey } = client
        return signKey === null ? null : { sign: (text) => keyedSign(signKey, text) }
      },
      language: () => 'en-us',
      now,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
    }),
  }
  return client
}

/** The code that an authenticator app shows. @param secret base 32 @param at Unix milliseconds */
export function authenticatorCode(secret: string, at: number): string {
  return OTPAuth.TOTP.generate({
    secret: OTPAuth.Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    timestamp: at,
  })
}
