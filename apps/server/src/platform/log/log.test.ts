import { expect, test } from 'vitest'
import { createLog, maskPhone } from './log.ts'

function capture(): { lines: Record<string, unknown>[]; write(text: string): void } {
  const lines: Record<string, unknown>[] = []
  return { lines, write: (text) => void lines.push(JSON.parse(text) as Record<string, unknown>) }
}

test('leaves out secrets and masks phone numbers at any depth, in fields and in child loggers', () => {
  const out = capture()
  const log = createLog('info', out).child({ requestId: 'r1', token: 't' })
  log.info(
    {
      param: { password: 'p', sms_code: '123456', list: [{ Cookie: 'c', fine: 1n }] },
      headers: { authorization: 'a', 'set-cookie': 's' },
      phone: '+8801712345678',
      sign: 's',
    },
    'call',
  )
  expect(out.lines[0]).toMatchObject({
    level: 'info',
    msg: 'call',
    requestId: 'r1',
    token: '[redacted]',
    param: { password: '[redacted]', sms_code: '[redacted]', list: [{ Cookie: '[redacted]', fine: '1' }] },
    headers: { authorization: '[redacted]', 'set-cookie': '[redacted]' },
    phone: '+880…78',
    sign: '[redacted]',
  })
})

test('logs the code, message and cause of an error without the other properties that libraries attach', () => {
  const out = capture()
  const client = { connectionParameters: { host: 'db', password: 'hunter2' } }
  const cause = Object.assign(new Error('refused'), {
    code: 'ECONNREFUSED',
    client,
    detail: 'Key (phone)=(+8801712345678)',
  })
  createLog('info', out).error({ err: new Error('no database', { cause }) }, 'failed')
  expect(out.lines[0]).toMatchObject({
    err: { message: 'no database', cause: { message: 'refused', code: 'ECONNREFUSED' } },
  })
  expect(JSON.stringify(out.lines[0])).not.toMatch(/hunter2|8801712345678|connectionParameters/)
})

test('drops lines below the level and masks short phone numbers completely', () => {
  const out = capture()
  createLog('warn', out).info({}, 'quiet')
  expect(out.lines).toEqual([])
  expect(maskPhone('12345')).toBe('…')
})
