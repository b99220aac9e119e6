import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { formatKey } from '@fairlot/fairness/note'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { witnessKey } from '@fairlot/fairness/witness'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { environmentTable } from './environment.ts'

test('without variables the configuration has its defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: path.resolve('data'),
    database: undefined,
    moneyMode: 'sandbox',
    demo: true,
    utcOffsetMinutes: 0,
  })
})

test('reads variables, ignores empty ones, and lets the prefixed name take precedence', () => {
  const config = readConfig({
    PORT: '9000',
    FAIRLOT_PORT: '9001',
    PUBLIC_URL: 'https://shop.example/',
    DATABASE_URL: 'postgres://fairlot_app:x@db/fairlot',
    DEMO: 'off',
    LOG_LEVEL: '',
    BUSINESS_UTC_OFFSET: '-03:30',
  })
  expect(config).toMatchObject({
    port: 9001,
    publicUrl: 'https://shop.example',
    database: { appUrl: 'postgres://fairlot_app:x@db/fairlot', ownerUrl: undefined },
    demo: false,
    logLevel: 'info',
    utcOffsetMinutes: -210,
  })
})

test('reads relays of the public beacon as an ordered list', () => {
  expect(readConfig({})).toMatchObject({ beacon: undefined, beaconRelays: [] })
  const given = {
    BEACON: 'quicknet',
    BEACON_RELAYS: 'https://a.example/, https://b.example/v1,http://[::1]:9/',
  }
  expect(readConfig(given)).toMatchObject({
    beacon: 'quicknet',
    beaconRelays: ['https://a.example', 'https://b.example/v1', 'http://[::1]:9'],
  })
})

test("reads the witnesses, and which of them are the house's own", () => {
  const [first, second] = ['a', 'b'].map((name) => formatKey(witnessKey(name, publicKeyOf('07'.repeat(32)))))
  const { witnesses } = readConfig({
    WITNESSES: `${first} https://a.example/, ${second} http://127.0.0.1:8090 own`,
  })
  expect(witnesses).toMatchObject([
    { key: { name: 'a' }, url: 'https://a.example', own: false },
    { key: { name: 'b' }, url: 'http://127.0.0.1:8090', own: true },
  ])
  for (const wrong of [
    `${first} https://a.example mine`,
    `${first} https://a.example own own`,
    `${first} own`,
  ])
    expect(() => readConfig({ WITNESSES: wrong })).toThrow('WITNESSES')
})

test("accepts the variables of the operators' command line", () => {
  const both = { FAIRLOT_URL: 'https://shop.example', FAIRLOT_OPERATOR_CODE: '123456', PORT: '9000' }
  expect(readConfig(both).port).toBe(9000)
})

test.each([
  'a.example',
  'http://a.example',
  'ftp://a.example',
  'https://user:pass@a.example',
  'https://a.example?x=1',
  'https://a.example,',
  'https://a.example,https://a.example/',
  Array.from({ length: 11 }, (_, n) => `https://r${n}.example`).join(),
])('refuses the relays %s and says what is expected', (relays) => {
  expect(() => readConfig({ BEACON_RELAYS: relays })).toThrow(
    `The variable BEACON_RELAYS "${relays}" is not valid: expected up to ten different URLs like https://relay.example`,
  )
})

test.each([
  [{ BEACON: 'drand' }, 'The variable BEACON "drand" is not valid: expected local or quicknet.'],
  [{ PORT: '80a' }, 'The variable PORT "80a" is not valid: expected a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'expected a whole number'],
  [{ DEMO: 'yes' }, 'expected on or off'],
  [{ MONEY_MODE: 'play' }, 'expected sandbox or real'],
  [{ PUBLIC_URL: 'shop.example' }, 'expected a URL like https'],
  [{ BUSINESS_UTC_OFFSET: 'Asia/Dhaka' }, 'east of UTC like +06:00'],
  [{ DEFAULT_LANGUAGE: 'xx' }, 'expected one of en-us'],
  [{ FAIRLOT_PROT: '1' }, 'FAIRLOT_PROT: there is no such variable. Remove it or correct its name'],
  [{ SMS_URL: 'http://sms.example/send' }, 'The variable SMS_URL "http://sms.example/send" is not valid'],
  [{ SMS_URL: 'https://sms.example/send?key=1' }, 'expected a URL like https'],
  [{ SMS_URL: 'https://sms.example/send' }, 'SMS_URL and SMS_SECRET belong together. Set both, or neither'],
  [{ SMS_SECRET: '00'.repeat(32) }, 'SMS_URL and SMS_SECRET belong together'],
  [{ IDENTITY_URL: 'https://identity.example' }, 'IDENTITY_URL and IDENTITY_SECRET belong together'],
  [{ DATABASE_OWNER_URL: 'postgres://o@db/fairlot' }, 'DATABASE_OWNER_URL is set without DATABASE_URL'],
])('refuses %o and says what is expected', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('does not repeat the password of a malformed database URL', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:geheim@db/x' })).toThrow(/^(?!.*geheim).*DATABASE_URL/s)
})

test('reads the SMS gateway, and does not repeat its secret', () => {
  const secret = '0f'.repeat(32)
  expect(readConfig({ SMS_URL: 'http://127.0.0.1:8090/messages', SMS_SECRET: secret }).smsGateway).toEqual({
    url: 'http://127.0.0.1:8090/messages',
    secret: Buffer.from(secret, 'hex'),
  })
  expect(() => readConfig({ SMS_URL: 'https://sms.example', SMS_SECRET: 'geheim' })).toThrow(
    /^(?!.*geheim).*SMS_SECRET/s,
  )
})

test('reads what recharges in USDT need, all or nothing', () => {
  const both = {
    TRC20_XPUB: '/etc/fairlot/trc20.xpub',
    TRC20_NODES: 'https://a.example/,https://b.example/key',
  }
  expect(readConfig({}).trc20).toBeUndefined()
  expect(readConfig(both).trc20).toEqual({
    xpub: '/etc/fairlot/trc20.xpub',
    nodes: ['https://a.example', 'https://b.example/key'],
    nodeKey: undefined,
    contract: undefined,
  })
  expect(() => readConfig({ TRC20_XPUB: 'xpub' })).toThrow(
    'Recharges in USDT need TRC20_XPUB and TRC20_NODES.',
  )
  expect(() => readConfig({ TRC20_CONTRACT: 'T' })).toThrow(
    'Recharges in USDT need TRC20_XPUB and TRC20_NODES.',
  )
})

test('does not repeat the address of a node, which can hold a key', () => {
  const given = { TRC20_XPUB: 'xpub', TRC20_NODES: 'http://node.example/geheim' }
  expect(() => readConfig(given)).toThrow(/^(?!.*geheim).*TRC20_NODES/s)
})

test('docs/OPERATING.md contains the current table of variables', async () => {
  const operating = await readFile(path.join(import.meta.dirname, '../../../../../docs/OPERATING.md'), 'utf8')
  expect(operating).toContain(environmentTable())
})
