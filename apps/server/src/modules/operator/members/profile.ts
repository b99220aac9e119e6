/** What operators see of one member, put together from the modules that know it. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { PURCHASE_KINDS, type PurchaseKind } from '@fairlot/contract/kinds/purchase-kinds'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { countDevices, flagsOf, sharedWith } from '../../growth/index.ts'
import { runningFreeze, type Guard } from '../../guard/index.ts'
import { maskedPhone, type Identity } from '../../identity/index.ts'
import { balances, openPurchases, playThrough } from '../../ledger/index.ts'
import { heldByWithdrawals, lockedPiggyOf, payoutAccounts, piggyOf } from '../../wallet/index.ts'
import { operatorNames } from '../withdrawals/operator-names.queries.ts'
import { shownMember } from './members.queries.ts'

export type ProfileDeps = {
  db: Executor
  guard: Pick<Guard, 'state' | 'position'>
  access: Pick<Identity['access'], 'failures'>
}

type Shown = Output<Endpoints['memberShow']>

/** @throws Refusal NO_SUCH_DATA */
export async function memberProfile({ db, guard, access }: ProfileDeps, id: string): Promise<Shown> {
  const member = await shownMember(db, id)
  const [money, payouts, logIn, devices, shared, flags, freeze, state] = await Promise.all([
    moneyOf({ db, guard }, id),
    payoutAccounts(db, id),
    access.failures(id),
    countDevices(db, id),
    sharedWith(db, id),
    flagsOf(db, id),
    freezeOf(db, id),
    guard.state(id),
  ])
  return {
    id,
    status: member.status,
    nickname: member.nickname,
    username: member.username,
    phone: member.phone === null ? null : maskedPhone(member.phone),
    country: member.country,
    memberSince: Number(member.created_ms),
    inviter: member.inviter_id,
    money,
    payouts: payouts.map(
      ({ kind, label, masked, refused, resting, usable_ms: usable, created_ms: created }) => ({
        kind,
        label,
        masked,
        state: refused !== null ? 'refused' : resting ? 'rests' : 'usable',
        usableFrom: Number(usable),
        createdAt: Number(created),
      }),
    ),
    logIn,
    devices,
    shared,
    flags: flags.map(({ member_id, friend_id, other_id, signal, state: standing, found_ms: found }) => ({
      member: member_id,
      friend: friend_id,
      other: other_id,
      signal,
      state: standing,
      foundAt: Number(found),
    })),
    freeze,
    guard: state,
  }
}

async function freezeOf(db: Executor, memberId: string): Promise<Shown['freeze']> {
  const running = await runningFreeze(db, memberId)
  if (running === null) return null
  const { since_ms: since, until_ms: until, holds_money: holdsMoney, cause, operator_id: by } = running
  const name = (await operatorNames(db, [by])).get(by) ?? ''
  return { since: Number(since), until: Number(until), holdsMoney, cause, by: { id: by, name } }
}

async function moneyOf(
  { db, guard }: Pick<ProfileDeps, 'db' | 'guard'>,
  memberId: string,
): Promise<Shown['money']> {
  const [{ balance }, held, piggy, locked, open, { all, net }, play] = await Promise.all([
    balances(db, memberId),
    heldByWithdrawals(db, memberId),
    piggyOf(db, memberId),
    lockedPiggyOf(db, memberId),
    openPurchases(db, memberId, PURCHASE_KINDS),
    guard.position(memberId),
    playThrough(db, memberId),
  ])
  return {
    available: formatMoney(balance),
    held: formatMoney(held),
    piggy: formatMoney(piggy),
    locked: formatMoney(locked),
    open: open.map(({ kind, count, amount }) => ({
      kind: kind as PurchaseKind,
      count,
      amount: formatMoney(amount),
    })),
    flow: all,
    net,
    playThrough: {
      required: formatMoney(play.required),
      played: formatMoney(play.played),
      left: formatMoney(play.left),
    },
  }
}
