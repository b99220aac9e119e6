import type { MemberTable } from '../../platform/schema/member-tables.ts'

const INTERNAL = 'compares repeated calls'
const SEALED = 'encrypted'

const recharges: readonly MemberTable[] = [
  {
    name: 'recharges',
    table: 'recharge',
    key: { recharge_id: 'uuid' },
    columns: [
      'recharge_id',
      'number',
      'method',
      'kind',
      'provider',
      'payment_id',
      'currency',
      'state',
      'reason',
      'play_percent',
      'created_at',
      'expires_at',
      'proof_at',
      'finished_at',
    ],
    amounts: ['amount', 'credited', 'returned'],
    without: {
      request_id: INTERNAL,
      input_hash: INTERNAL,
      pay_url: 'a link to pay, which has expired or still works',
      payer: `${SEALED}; the app shows a part of it`,
      payer_key: 'names the key of the encryption',
      receiving_account: 'an account of the house',
    },
  },
  {
    name: 'rechargeSteps',
    table: 'recharge_timeline',
    key: { recharge_id: 'uuid', seq: 'integer' },
    columns: ['recharge_id', 'seq', 'state', 'reason', 'at'],
  },
  {
    name: 'rechargeCredits',
    table: 'recharge_credit',
    key: { recharge_id: 'uuid', seq: 'integer' },
    columns: ['recharge_id', 'seq', 'ref', 'provider', 'event_id', 'at'],
    amounts: ['amount'],
  },
  {
    name: 'rechargeProofs',
    table: 'recharge_proof',
    key: { recharge_id: 'uuid', seq: 'integer' },
    columns: ['recharge_id', 'seq', 'reference', 'slip_id', 'at'],
  },
  {
    name: 'cryptoAddresses',
    table: 'trc20_address',
    key: { recharge_id: 'uuid' },
    columns: ['recharge_id', 'address', 'rate', 'units', 'needed', 'created_at'],
    without: {
      index: 'a place in the sequence of all addresses',
      look_at: 'when the watcher looks next',
      listed_from_ms: 'from where the watcher reads',
    },
  },
  {
    name: 'cryptoTransfers',
    table: 'trc20_transfer',
    key: { recharge_id: 'uuid', transaction_id: 'text', log_index: 'integer' },
    columns: [
      'recharge_id',
      'transaction_id',
      'log_index',
      'sender',
      'units',
      'block',
      'block_at',
      'state',
      'seen_at',
      'ended_at',
      'lost_at',
    ],
    amounts: ['worth'],
  },
]

const withdrawals: readonly MemberTable[] = [
  {
    name: 'withdrawals',
    table: 'withdrawal',
    key: { withdrawal_id: 'uuid' },
    columns: [
      'withdrawal_id',
      'number',
      'account_id',
      'recharge_id',
      'credit_seq',
      'refund_provider',
      'fee_rate',
      'approvals_needed',
      'state',
      'stage',
      'reason',
      'note',
      'reference',
      'created_at',
      'finished_at',
    ],
    amounts: ['amount', 'fee', 'waived'],
    without: {
      request_id: INTERNAL,
      input_hash: INTERNAL,
      batch_id: 'names the file for the bank, which contains the withdrawals of others',
    },
  },
  {
    name: 'withdrawalSteps',
    table: 'withdrawal_step',
    key: { withdrawal_id: 'uuid', seq: 'integer' },
    columns: ['withdrawal_id', 'seq', 'state', 'reason', 'at'],
    without: {
      operator_id: "who of the staff did it is in the operators' audit log",
      account_id: 'the account of the withdrawal',
    },
  },
  {
    name: 'payoutAccounts',
    table: 'payout_account',
    key: { account_id: 'uuid' },
    columns: [
      'account_id',
      'kind',
      'label',
      'masked',
      'replaces',
      'source_of',
      'refused',
      'created_at',
      'usable_from',
      'first_at',
      'deleted_at',
    ],
    without: {
      request_id: INTERNAL,
      input_hash: INTERNAL,
      sealed: `${SEALED}; a part of the number is under \`masked\``,
      key_id: 'names the key of the encryption',
      fingerprint: 'compares accounts of different members',
    },
  },
]

/** The copy of a member's data: recharges, withdrawals, payout accounts and the piggy bank. */
export const walletCopy: readonly MemberTable[] = [
  ...recharges,
  ...withdrawals,
  { name: 'piggyBank', table: 'piggy', key: {}, columns: ['piggy_id'], amounts: ['balance'] },
  {
    name: 'piggyMoves',
    table: 'piggy_move',
    key: { move_id: 'uuid' },
    columns: ['move_id', 'direction', 'locked_until', 'released_at', 'moved_at'],
    amounts: ['amount'],
    without: { request_id: INTERNAL, input_hash: INTERNAL },
  },
]
