import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import { maskPayer, openPayer } from './payer.ts'
import type { RechargeRow } from './recharge.queries.ts'
import type { RechargeDeps } from './recharge.ts'
import type { DirectWay, Instructions } from './ways.ts'

type View = Output<Endpoints['rechargeStatus']>
type ViewDeps = Pick<RechargeDeps, 'db' | 'providers' | 'direct' | 'sealing'>

/** The wire forms of recharges, in the same order. */
export async function rechargeViews(
  deps: ViewDeps,
  rows: readonly RechargeRow[],
  language: OfferedLanguage,
): Promise<View[]> {
  const instructions = await instructionsOf(deps, rows)
  return rows.map((row) => viewOf(deps, row, instructions.get(row.recharge_id) ?? null, language))
}

/** The wire form of a recharge. */
export async function rechargeView(
  deps: ViewDeps,
  row: RechargeRow,
  language: OfferedLanguage,
): Promise<View> {
  return (await rechargeViews(deps, [row], language))[0]!
}

async function instructionsOf(
  { db, direct }: ViewDeps,
  rows: readonly RechargeRow[],
): Promise<Map<string, Instructions>> {
  const byWay = new Map<DirectWay, RechargeRow[]>()
  for (const row of rows) {
    const way = row.payable ? direct.get(row.kind) : undefined
    if (way) byWay.set(way, [...(byWay.get(way) ?? []), row])
  }
  const all = new Map<string, Instructions>()
  for (const [way, own] of byWay) for (const [id, one] of await way.instructions(db, own)) all.set(id, one)
  return all
}

function viewOf(
  deps: ViewDeps,
  row: RechargeRow,
  instructions: Instructions | null,
  language: OfferedLanguage,
): View {
  const provider = deps.providers.get(row.provider)
  return {
    id: row.recharge_id,
    number: row.number,
    amount: formatMoney(row.amount),
    credited: row.credited === null ? null : formatMoney(row.credited),
    ...(row.held !== null && { held: formatMoney(row.held) }),
    method: row.account_code ?? row.method,
    kind: row.kind,
    name: row.account_label,
    status: row.state,
    reason: row.reason,
    payUrl: provider && row.payable && row.pay_url !== null ? provider.pageUrl(row.pay_url, language) : null,
    instructions,
    payer: maskPayer(openPayer(deps.sealing, row)),
    proof: row.proof,
    proofUntil: row.proof_until_ms === null ? null : Number(row.proof_until_ms),
    createdAt: Number(row.created_ms),
    expiresAt: Number(row.expires_ms),
    finishedAt: row.finished_ms === null ? null : Number(row.finished_ms),
    timeline: row.timeline,
  }
}
