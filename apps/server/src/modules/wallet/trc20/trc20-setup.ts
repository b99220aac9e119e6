/** What an installation needs for recharges in USDT: the key that addresses derive from, the token, and nodes of TRON. */
import { readFile } from 'node:fs/promises'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { isTronAddress } from '../tron-address.ts'
import { readExtendedKey, type ExtendedKey } from './extended-key.ts'
import { createTronNode, type TronNode } from './tron-node.ts'

/** The contract of USDT on TRON's main network. */
const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** Longest file of an extended public key that is read. */
const MAX_KEY_LENGTH = 1_000

export type Trc20Setup = {
  readonly key: ExtendedKey
  /** base58 */
  readonly contract: string
  /** asked in this order */
  readonly nodes: readonly TronNode[]
}

export type Trc20Variables = {
  /** an extended public key, or the absolute path of a file that has it */
  readonly xpub: string
  readonly nodes: readonly string[]
  readonly nodeKey: string | undefined
  readonly contract: string | undefined
}

const MAX_NODES = 5

/**
 * Reads the configuration.
 * @throws Error with a sentence that does not repeat the key
 */
export async function openTrc20(variables: Trc20Variables, moneyMode: MoneyMode): Promise<Trc20Setup> {
  const { nodes, nodeKey } = variables
  if (nodes.length > MAX_NODES) throw new Error(`TRC20_NODES has more than ${MAX_NODES} nodes.`)
  const contract = contractOf(variables.contract, moneyMode)
  const key = await readKey(variables.xpub)
  return {
    key,
    contract,
    nodes: nodes.map((url, index) =>
      createTronNode({ url, contract, apiKey: index === 0 ? nodeKey : undefined }),
    ),
  }
}

/**
 * @param xpub an extended public key, or the absolute path of a file that has it
 * @throws Error with a sentence that does not repeat the key
 */
export async function readKey(xpub: string): Promise<ExtendedKey> {
  const text = xpub.startsWith('/') ? await keyFile(xpub) : xpub
  try {
    return readExtendedKey(text)
  } catch (error) {
    throw new Error(`TRC20_XPUB cannot be used: ${(error as Error).message}.`, { cause: error })
  }
}

/** USDT is real money, so play money must be another token, and real money must be nothing else. */
function contractOf(given: string | undefined, moneyMode: MoneyMode): string {
  if (moneyMode === 'real') {
    if (given !== undefined && given !== USDT_CONTRACT) {
      throw new Error(
        `TRC20_CONTRACT is not the contract of USDT (${USDT_CONTRACT}): real money takes no other token.`,
      )
    }
    return USDT_CONTRACT
  }
  if (given === undefined || given === USDT_CONTRACT) {
    throw new Error(
      'TRC20_CONTRACT must name the contract of a token on a test network: USDT is real money, and this database has play money.',
    )
  }
  if (!isTronAddress(given)) throw new Error(`TRC20_CONTRACT ${given} is no address of TRON.`)
  return given
}

async function keyFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).slice(0, MAX_KEY_LENGTH)
  } catch (cause) {
    throw new Error(
      `The file of TRC20_XPUB cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'error'}.`,
      {
        cause,
      },
    )
  }
}
