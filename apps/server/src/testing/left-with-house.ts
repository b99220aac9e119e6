/** Members of whose drawn orders the house keeps something on average: rewards come from it. */
import type { TestServer } from './server.ts'

/** As if orders of a member were drawn of which the house keeps `kept` (minor units), and every recharge were played through. */
export async function leaveWithHouse(
  { owner }: Pick<TestServer, 'owner'>,
  memberId: string,
  kept = 1_000_000n,
): Promise<void> {
  await owner.query(
    `insert into member_vip (member_id, spend, kept) values ($1, $2, $2)
     on conflict (member_id) do update set spend = member_vip.spend + $2, kept = member_vip.kept + $2`,
    [memberId, kept],
  )
  await owner.query('update play_through set played = required, waived = 0 where member_id = $1', [memberId])
}
