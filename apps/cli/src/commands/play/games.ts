/** The games: what is on, and what the house risks. */
import { GAMES as GAME_IDS } from '@fairlot/contract/kinds/game-kinds'
import { calling, type Command } from '../../command.ts'
import { localTime } from '../../print.ts'

type Desk = Parameters<NonNullable<Parameters<typeof calling>[0]['print']>>[1]

const list = calling({
  name: 'games list',
  aliases: ['games'],
  group: 'Games',
  about: 'List the games with their switches, slices of the bankroll and sums of 24 hours',
  details:
    'A slice is the part of the bankroll that one round binds: the most that the house can lose in it. Slices, limits and switches are settings (see settings). No command changes an outcome.',
  endpoint: 'operatorGames',
  input: () => ({}),
  async print({ bankroll, contracts, maxMultiple, memberLimit, enabled, items }, desk) {
    const { label, plain } = await desk.money()
    if (!enabled) desk.out(desk.style('red', 'The module games is switched off: the server takes no bets.'))
    printBankroll(bankroll, desk, plain)
    desk.out(
      `Contracts ${contracts.map(plain).join(', ')}, up to × ${maxMultiple}; ${memberLimit === null ? 'no maximum' : `at most ${plain(memberLimit)}`} for a member in a round`,
    )
    desk.table(
      [
        'game',
        '',
        { title: `slice (${label})`, right: true },
        { title: 'open', right: true },
        { title: 'void', right: true },
        { title: 'bets', right: true },
        { title: 'staked', right: true },
        { title: 'paid', right: true },
        { title: 'margin', right: true },
      ],
      items.map((item) => [
        item.game,
        item.enabled ? 'on' : desk.style('red', 'off'),
        plain(item.slice),
        String(item.open),
        String(item.voided),
        String(item.bets),
        plain(item.staked),
        plain(item.paid),
        plain(item.margin),
      ]),
    )
  },
})

const exposure = calling({
  name: 'games exposure',
  group: 'Games',
  about: 'Show what the house may have to pay in each outcome of the open rounds',
  endpoint: 'gameExposure',
  options: [{ name: 'game', value: 'game', about: `one of ${GAME_IDS.join(', ')}` }],
  input: (given) => ({ game: given.maybe('game') }),
  async print({ bankroll, rounds }, desk) {
    const { label, plain } = await desk.money()
    printBankroll(bankroll, desk, plain)
    desk.table(
      [
        'game',
        'period',
        'status',
        'closes',
        { title: 'bets', right: true },
        { title: `staked (${label})`, right: true },
        { title: 'slice', right: true },
        { title: 'worst', right: true },
        { title: 'left', right: true },
      ],
      rounds.map((round) => [
        round.game,
        round.period,
        round.status,
        localTime(round.closesAt),
        String(round.bets),
        plain(round.stake),
        plain(round.slice),
        plain(round.worst),
        plain(round.left),
      ]),
      'No round is open.',
    )
    for (const { game, period, exposure: outcomes, bets } of rounds) {
      if (bets === 0) continue
      desk.out(
        `${game} ${period}: ${outcomes.map(({ outcome, pays }) => `${outcome} pays ${plain(pays)}`).join(', ')}`,
      )
    }
  },
})

function printBankroll(
  { balance, bound, free }: { balance: string; bound: string; free: string },
  desk: Pick<Desk, 'out'>,
  plain: (amount: string) => string,
) {
  desk.out(`Bankroll ${plain(balance)}: ${plain(bound)} bound by open rounds, ${plain(free)} free`)
}

export const GAMES: readonly Command[] = [list, exposure]
