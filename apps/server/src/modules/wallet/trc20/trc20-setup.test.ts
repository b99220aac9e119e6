import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDb, type Db } from '../../../platform/db.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { checkDerivedAddresses } from './derived-addresses.checks.ts'
import { readExtendedKey } from './extended-key.ts'
import { PLAYED_CONTRACT, TEST_XPUB } from '../../../testing/played/played-chain.ts'
import { testTrc20 } from './trc20.fixture.ts'
import { skipAddresses } from './trc20.queries.ts'
import { bindTrc20 } from './trc20-way.ts'
import { openTrc20 } from './trc20-setup.ts'

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const account = HDKey.fromMasterSeed(new Uint8Array(64).fill(7)).derive("m/44'/195'/0'")
const given = { xpub: TEST_XPUB, nodes: ['https://a.example'], nodeKey: undefined, contract: PLAYED_CONTRACT }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'fairlot-trc20-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe('the configuration', () => {
  test('takes the key itself or a file that has it', async () => {
    const file = path.join(directory, 'account.xpub')
    await writeFile(file, `${TEST_XPUB}\n`)
    const [itself, filed] = await Promise.all([
      openTrc20(given, 'sandbox'),
      openTrc20({ ...given, xpub: file }, 'sandbox'),
    ])
    expect(filed.key.fingerprint).toBe(itself.key.fingerprint)
    expect(filed.nodes.map(({ name }) => name)).toEqual(['a.example'])
  })

  test('refuses a private key in a file without repeating it', async () => {
    const file = path.join(directory, 'account.xprv')
    await writeFile(file, account.privateExtendedKey)
    const opened = openTrc20({ ...given, xpub: file }, 'sandbox')
    await expect(opened).rejects.toThrow('TRC20_XPUB cannot be used: an extended PRIVATE key was given.')
    await expect(opened).rejects.not.toThrow(account.privateExtendedKey.slice(8, 30))
  })

  test('refuses a file that is not there', async () => {
    const opened = openTrc20({ ...given, xpub: path.join(directory, 'none') }, 'sandbox')
    await expect(opened).rejects.toThrow('The file of TRC20_XPUB cannot be read: ENOENT.')
  })

  test('takes USDT with real money, and nothing else', async () => {
    expect((await openTrc20({ ...given, contract: undefined }, 'real')).contract).toBe(USDT)
    expect((await openTrc20({ ...given, contract: USDT }, 'real')).contract).toBe(USDT)
    await expect(openTrc20(given, 'real')).rejects.toThrow('real money takes no other token')
  })

  test.each([undefined, USDT])('refuses the contract %s with play money', async (contract) => {
    await expect(openTrc20({ ...given, contract }, 'sandbox')).rejects.toThrow('this database has play money')
  })

  test('refuses a contract that is no address', async () => {
    await expect(openTrc20({ ...given, contract: '0xdac17f' }, 'sandbox')).rejects.toThrow(
      'is no address of TRON',
    )
  })
})

describe('the key of an installation', () => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await testDatabase()
    db = createDb(database.appUrl, { max: 2 })
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
  })

  test('is recorded at the first start, and no other key or token is accepted afterwards', async () => {
    const key = readExtendedKey(TEST_XPUB)
    await bindTrc20(db, { key, contract: PLAYED_CONTRACT })
    await bindTrc20(db, { key, contract: PLAYED_CONTRACT })
    await expect(bindTrc20(db, { key, contract: USDT })).rejects.toThrow(
      `is another contract than that of this installation`,
    )
    const other = HDKey.fromMasterSeed(new Uint8Array(64).fill(8)).derive("m/44'/195'/0'").publicExtendedKey
    await expect(bindTrc20(db, { key: readExtendedKey(other), contract: PLAYED_CONTRACT })).rejects.toThrow(
      'TRC20_XPUB is another key than the one whose addresses this installation has shown',
    )
  })
})

test('a restore skips indexes, so that an address that was shown after the backup is not given out again', async () => {
  const usdt = await testTrc20()
  try {
    const person = await usdt.wallet.person()
    await usdt.open(person, '500.00')
    await skipAddresses(usdt.wallet.owner)
    const { address } = await usdt.open(person, '500.00')
    expect(address).toBe(usdt.setup.key.address(10_001))
    expect(await usdt.wallet.breaches()).toEqual([])
  } finally {
    await usdt.close()
  }
})

test('the doctor finds an address that the key does not give, and another key', async () => {
  const usdt = await testTrc20()
  const { owner } = usdt.wallet
  try {
    const person = await usdt.wallet.person()
    const { id } = await usdt.open(person, '500.00')
    await usdt.open(person, '500.00')
    expect(await checkDerivedAddresses(owner, TEST_XPUB)).toEqual({ figure: '2 addresses', breaches: 0 })
    const other = HDKey.fromMasterSeed(new Uint8Array(64).fill(8)).derive("m/44'/195'/0'").publicExtendedKey
    expect(await checkDerivedAddresses(owner, other)).toEqual({
      figure: 'TRC20_XPUB is another key',
      breaches: 1,
    })
    expect(await checkDerivedAddresses(owner, undefined)).toMatchObject({ breaches: 0 })
    await owner.query(`update trc20_address set address = $2 where recharge_id = $1`, [id, USDT])
    expect(await checkDerivedAddresses(owner, TEST_XPUB)).toEqual({
      figure: '2 addresses, not so the indexes 0',
      breaches: 1,
    })
  } finally {
    await usdt.close()
  }
})
