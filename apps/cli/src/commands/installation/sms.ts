/** Text messages: the gateway, what was given up, and the test that proves that messages arrive. */
import { randomUUID } from 'node:crypto'
import { calling, type Command } from '../../command.ts'
import { facts, localTime } from '../../print.ts'

const GROUPS = { all: 'codes for anybody', session: 'codes of members', notice: 'notices' } as const

const show = calling({
  name: 'sms',
  aliases: ['sms show'],
  group: 'Status',
  about: 'Show the gateway of text messages, and the messages that were given up',
  details:
    'Rows have no phone number and no text: the id is the one that the gateway knows. They are kept for 30 days.',
  endpoint: 'smsShow',
  input: () => ({}),
  print({ gateway, routes, cap, today, test, failed }, desk) {
    const served = routes.map(({ prefix, route }) => `${prefix} ${route ?? 'not served'}`).join(', ')
    const state = test?.confirmedAt == null ? 'not confirmed' : `arrived, ${localTime(test.confirmedAt)}`
    desk.lines(
      facts([
        ['gateway', gateway ?? 'none (SMS_URL)'],
        ['countries', served || 'every country'],
        ['newest test', test === null ? 'none' : `${localTime(test.sentAt)}: ${state}`],
        ...today.map(({ group, sent }) => [GROUPS[group], `${sent} of ${cap} today (UTC)`] as const),
      ]),
    )
    if (failed.length === 0) return desk.note('No message was given up in the last 30 days.')
    desk.table(
      ['given up', 'kind', 'what', 'country', 'why', 'answer', 'tries', 'id'],
      failed.map(({ at, kind, what, callingCode, fault, status, tries, id }) => [
        localTime(at),
        kind,
        what,
        `+${callingCode}`,
        fault,
        status === null ? '–' : String(status),
        String(tries),
        id,
      ]),
    )
  },
})

const send = calling({
  name: 'sms test',
  group: 'Status',
  about: 'Send a test message with a code to a phone',
  details: 'Going live needs a test that arrived. The code is valid for 15 minutes.',
  endpoint: 'smsTest',
  parameters: [{ name: 'phone', about: 'number with country code, such as +8801712345678' }],
  input: (given) => ({ phone: given.text('phone'), requestId: randomUUID() }),
  print({ validUntil }, desk) {
    desk.out(`The message is on its way. Its code is valid until ${localTime(validUntil)}.`)
    desk.note(`When it arrives: ${desk.hint('sms confirm <code>')}`)
  },
})

const confirm = calling({
  name: 'sms confirm',
  group: 'Status',
  about: 'Enter the code of the newest test message',
  endpoint: 'smsConfirm',
  parameters: [{ name: 'code', about: 'the six digits in the message' }],
  input: (given) => ({ code: given.text('code') }),
  print: (_, desk) => desk.out('The test message arrived: the gateway works.'),
})

export const SMS: readonly Command[] = [show, send, confirm]
