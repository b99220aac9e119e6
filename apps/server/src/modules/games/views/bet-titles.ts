/** What bets were on, for the wallet statement: the name of the game, the round, the number of the bet; and their search. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Executor } from '../../../platform/db.ts'

/** `{minutes}` is the length of a round. */
const NAMES: Record<OfferedLanguage, { lucky: string; king: string }> = {
  'en-us': { lucky: 'Lucky ball, {minutes} min', king: 'King, {minutes} min' },
  'zh-cn': { lucky: '幸运球 {minutes} 分钟', king: '冠军赛 {minutes} 分钟' },
  'hi-in': { lucky: 'लकी बॉल, {minutes} मिनट', king: 'किंग, {minutes} मिनट' },
  'pt-br': { lucky: 'Bola da Sorte, {minutes} min', king: 'Rei, {minutes} min' },
  'id-id': { lucky: 'Bola Keberuntungan, {minutes} mnt', king: 'Raja, {minutes} mnt' },
  'ar-sa': { lucky: 'كرة الحظ، {minutes} د', king: 'الملك، {minutes} د' },
  'bn-bd': { lucky: 'লাকি বল, {minutes} মিনিট', king: 'কিং, {minutes} মিনিট' },
  'vi-vn': { lucky: 'Bóng May Mắn, {minutes} phút', king: 'Vua Đua, {minutes} phút' },
}

function nameOf(game: GameId, language: OfferedLanguage): string {
  const [kind, length = ''] = game.split('-')
  return NAMES[language][kind === 'king' ? 'king' : 'lucky'].replace('{minutes}', length.replace('m', ''))
}

export type BetTitle = {
  issue: null
  round: { game: GameId; period: string }
  title: string
  /** of the bet: the period and its place in the round; null: it was refused */
  number: string | null
}

const TITLES = {
  name: 'bet_view.titles',
  text: `
    select asked.purchase_id as bet, r.game, r.period, b.seq
    from unnest($1::uuid[], $2::uuid[]) as asked(round_id, purchase_id)
    cross join lateral (select game, period from round where round.round_id = asked.round_id limit 1) r
    left join lateral (
      select seq from bet where bet.round_id = asked.round_id and bet.purchase_id = asked.purchase_id limit 1) b on true`,
}

/** Titles in a language by bet id. */
export async function betTitles(
  db: Executor,
  purchases: readonly { purchase: string; subject: string }[],
  language: OfferedLanguage,
): Promise<Map<string, BetTitle>> {
  const rows = await db.query<{ bet: string; game: GameId; period: string; seq: number | null }>(TITLES, [
    purchases.map(({ subject }) => subject),
    purchases.map(({ purchase }) => purchase),
  ])
  return new Map(
    rows.map(({ bet, game, period, seq }) => [
      bet,
      {
        issue: null,
        round: { game, period },
        title: nameOf(game, language),
        number: seq === null ? null : `${period}-${seq}`,
      },
    ]),
  )
}

const GAMES_OF = {
  name: 'bet_view.games',
  text: 'select round_id as "roundId", game from round where round_id = any($1::uuid[])',
}

/** The games of rounds, by round id. */
export async function gamesOf(db: Executor, roundIds: readonly string[]): Promise<Map<string, GameId>> {
  const rows = await db.query<{ roundId: string; game: GameId }>(GAMES_OF, [roundIds])
  return new Map(rows.map(({ roundId, game }) => [roundId, game]))
}

const NUMBERED = {
  name: 'bet_view.numbered',
  text: `
    select p.purchase_id as bet
    from unnest($2::text[]) wanted(game)
    join purchase p on p.member_id = $1 and p.subject_id = round_id_of(wanted.game, $3)
    where $4::int is null or p.position = $4
    order by p.created_at desc limit 5000`,
}
const NUMBER = /^(\d{8}-\d{4})(?:-(\d{1,9}))?$/

/** The member's bets that a period, or the number of a bet, names. */
export async function findBets(
  db: Executor,
  memberId: string,
  games: readonly GameId[],
  text: string,
): Promise<string[]> {
  const [, period, seq] = NUMBER.exec(text.trim()) ?? []
  if (period === undefined) return []
  const rows = await db.query<{ bet: string }>(NUMBERED, [memberId, games, period, seq ?? null])
  return rows.map(({ bet }) => bet)
}
