/**
 * The messages of the specification (section 8, and the one that section 5 names) are in the English texts: each is the
 * first sentence of the named messages, with a capital letter. What helps the reader follows it. Other languages
 * translate freely.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../process.ts'

/** Each message with the texts that say it: `contract:` is the server's catalogue, the others are namespaces of the app. */
const MESSAGES: readonly [message: string, ...texts: string[]][] = [
  ['Date error!', 'contract:codes.DATE_ERROR'],
  ['Verification sign failed!', 'contract:codes.SIGN_FAILED'],
  ['If there is no such data!', 'contract:codes.NO_SUCH_DATA'],
  ['Failed to send verification code', 'contract:codes.CODE_LIMIT', 'auth:code.lost'],
  [
    'Send failed',
    'contract:codes.UPLOAD_DAMAGED',
    'upload:problem.network',
    'transfer:proof.lost',
    'review:write.lost',
  ],
  ['Send it after the countdown is over', 'contract:codes.CODE_TOO_SOON'],
  ['Login success', 'auth:login.success'],
  ['Load failed', 'ui:error.title', 'ui:list.failed'],
  ['Insufficient balance, please recharge', 'contract:codes.INSUFFICIENT_BALANCE'],
  [
    'Withdrawable balance is insufficient',
    'contract:codes.WITHDRAWABLE_INSUFFICIENT',
    'withdraw:amount.large',
  ],
  ['Please add bank card first', 'contract:codes.PAYOUT_MISSING'],
  ['Minimum withdrawal amount not reached', 'contract:codes.WITHDRAWAL_TOO_SMALL', 'withdraw:amount.small'],
  [
    'Please fill in the information completely',
    'contract:fields.REQUIRED',
    'address:form.required',
    'auth:field.REQUIRED',
    'identity:error.required',
    'limits:field.REQUIRED',
    'payout:required',
    'recharge:payer.required',
  ],
  ['Edit failed', 'contract:codes.ADDRESS_FIXED', 'address:form.lost', 'payout:form.lost'],
  ['Copy failed', 'ui:copyFailed'],
  ['Payment failed', 'recharge:state.failed'],
  ['Please enter the correct TRC20 address', 'contract:fields.TRC20_FORMAT'],
  [
    'Please enter amount',
    'recharge:field.REQUIRED',
    'withdraw:amount.required',
    'back:fault.required',
    'piggy:amount.required',
  ],
  ['Insufficient balance, confirm and try again', 'finance:form.short'],
  ['Bank format wrong', 'contract:fields.ACCOUNT_NUMBER', 'contract:fields.IFSC_FORMAT'],
  ['Mailbox format error', 'contract:fields.EMAIL_FORMAT'],
  ['Inconsistent with the first entry', 'auth:field.REPEAT'],
]

const fileOf = (namespace: string): string =>
  namespace === 'contract'
    ? 'packages/contract/src/messages/en-us.json'
    : `apps/member/src/i18n/en-us/${namespace}.json`

async function textOf(name: string): Promise<unknown> {
  const [namespace = '', key = ''] = name.split(':')
  let found: unknown = JSON.parse(await readFile(path.join(root, fileOf(namespace)), 'utf8'))
  for (const part of key.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined
  return found
}

/** The text up to the end of its first sentence. */
const firstSentence = (text: string): string => /^.*?[.!?](?= |$)|^.*$/s.exec(text)?.[0] ?? ''

describe.each(MESSAGES)('“%s”', (message, ...names) => {
  test.each(names)('is the first sentence of %s', async (name) => {
    const sentence = firstSentence(String(await textOf(name)))
    expect(sentence.replace(/\.$/, '')).toBe(message)
  })
})
