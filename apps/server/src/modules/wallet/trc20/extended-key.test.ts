import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { isTronAddress, tronAddress, tronBytes } from '../tron-address.ts'
import { readExtendedKey } from './extended-key.ts'

/** Seed of the words "abandon … about" of BIP-39, whose addresses many wallets publish as vectors. */
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4'
const master = HDKey.fromMasterSeed(Buffer.from(SEED, 'hex'))
const account = master.derive("m/44'/195'/0'")

describe('derivation', () => {
  test("gives the published addresses of the account m/44'/195'/0'", () => {
    const key = readExtendedKey(account.publicExtendedKey)
    expect([0, 1, 2].map((index) => key.address(index))).toEqual([
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
      'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
    ])
  })

  test('reads the key that wallets print', () => {
    const printed =
      'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
    expect(account.publicExtendedKey).toBe(printed)
    expect(readExtendedKey(` ${printed}\n`).fingerprint).toBe(readExtendedKey(printed).fingerprint)
  })

  test('gives another address for every index, all of them valid', () => {
    const key = readExtendedKey(account.publicExtendedKey)
    const addresses = [0, 1, 99, 2_147_483_647].map((index) => key.address(index))
    expect(new Set(addresses).size).toBe(4)
    expect(addresses.every(isTronAddress)).toBe(true)
  })

  test.each([-1, 0.5, 2_147_483_648, Number.NaN])('refuses the index %s', (index) => {
    expect(() => readExtendedKey(account.publicExtendedKey).address(index)).toThrow(RangeError)
  })
})

describe('the key at the start', () => {
  test.each([
    ['a private key', account.privateExtendedKey],
    ['a private key of another format', `zprv${account.privateExtendedKey.slice(4)}`],
  ])('is refused when it is %s, without repeating it', (_, given) => {
    expect(() => readExtendedKey(given)).toThrow(/PRIVATE key was given/)
    expect(() => readExtendedKey(given)).not.toThrow(new RegExp(given.slice(5, 20)))
  })

  test.each([
    ['the master key', master.publicExtendedKey],
    ['the coin, above the account', master.derive("m/44'/195'").publicExtendedKey],
    ['a chain, below the account', account.deriveChild(0).publicExtendedKey],
    ['an account that is not hardened', master.derive("m/44'/195'/0").publicExtendedKey],
  ])('is refused when it is %s', (_, given) => {
    expect(() => readExtendedKey(given)).toThrow(/must be that of an account/)
  })

  test.each(['', 'xpub', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', `${account.publicExtendedKey.slice(0, -1)}X`])(
    'is refused when it is no key: %s',
    (given) => {
      expect(() => readExtendedKey(given)).toThrow(/no extended public key/)
    },
  )

  test('has another fingerprint than another account', () => {
    const other = master.derive("m/44'/195'/1'")
    expect(readExtendedKey(other.publicExtendedKey).fingerprint).not.toBe(
      readExtendedKey(account.publicExtendedKey).fingerprint,
    )
  })
})

describe('addresses', () => {
  test('are those of the contract of USDT in hex and base58', () => {
    const hex = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
    expect(tronAddress(Buffer.from(hex, 'hex'))).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
    expect(Buffer.from(tronBytes('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t') ?? []).toString('hex')).toBe(hex)
  })

  test.each([
    '',
    'T',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  ])('of others are refused: %s', (text) => {
    expect(tronBytes(text)).toBeNull()
  })
})
