/** Where the books keep what members own: the one list that the proof of solvency and the doctor use. */
import type { SolvencyBooks } from '../fair/index.ts'
import { OWNED_INTEREST } from '../finance/index.ts'
import { OWNED_PRIZES } from '../growth/index.ts'
import { MEMBER_PHONES } from '../identity/index.ts'
import { CASH_ASSETS, OWNED_ESCROW, OWNED_WALLET } from '../ledger/index.ts'
import { OWNED_HELD, OWNED_PIGGY } from '../wallet/index.ts'

export const MEMBERS_MONEY: SolvencyBooks = {
  owned: {
    wallet: OWNED_WALLET,
    piggy: OWNED_PIGGY,
    held: OWNED_HELD,
    escrow: [OWNED_ESCROW, OWNED_INTEREST, OWNED_PRIZES].join(' union all '),
  },
  phones: MEMBER_PHONES,
  assets: CASH_ASSETS,
}
