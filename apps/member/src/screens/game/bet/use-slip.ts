/** The bet that the member is making: what is chosen, what it costs, and why it cannot be placed now. */
import { account } from '@fairlot/contract/endpoints/home'
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { useMoneyBlock } from '../../../parts/guard/use-money-block.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { useRead } from '../../../queries/queries.ts'
import { useMember } from '../../../stores/session.ts'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { HELPER_TOAST_MS } from '../../../timing.ts'
import type { Phase } from '../phase.ts'
import type { GameState } from '../use-game.ts'
import { quoteOf, shortRoom } from './bet-math.ts'
import { useDraft } from './draft.ts'
import { useBetting } from './use-bet.ts'

export type SlipProps = { game: GameId; state: GameState; phase: Phase; onPlaced: () => void }

export function useSlip({ game, state, phase, onPlaced }: SlipProps) {
  const { t } = useTranslation('game')
  const money = useMoneyText()
  const kind = KIND_OF_GAME[game]
  const [draft, change] = useDraft(game)
  const member = useMember()
  const balance =
    useRead(account, {}, { topics: ['balance'], enabled: member !== null }).data?.balance ?? null
  const next = hrefOf(paths.game(game))
  const betting = useBetting(game, { next }, (answer) => {
    change({ picks: [] })
    toast.ok(
      answer.status === 'accepted' ? t('placed', { amount: money(answer.bet.amount) }) : t('placing'),
      HELPER_TOAST_MS,
    )
    onPlaced()
  })
  const open = betting.problem?.kind === 'open' ? betting.problem.input : null
  const known = draft.picks.filter((pick) => state.options.some(({ option }) => option === pick))
  // An open outcome shows the bet that may be tried again, and nothing else.
  const picks: readonly string[] = open?.picks ?? known
  const contract = open?.contract ?? offered(draft.contract, state.contracts)
  const multiple = open?.multiple ?? Math.min(draft.multiple, state.maxMultiple)
  const quote = quoteOf({ kind, picks, contract, multiple }, state.feePercent, balance)
  const locked = open !== null || betting.sending
  const why = useWhy({ game, state, phase, picks, quote, locked })
  const edit = (part: Parameters<typeof change>[0]) => {
    if (locked) return
    betting.dismiss()
    change(part)
  }
  return {
    game,
    kind,
    state,
    phase,
    picks,
    contract,
    multiple,
    quote,
    betting,
    locked,
    why,
    next,
    balance,
    toggle: (pick: string) =>
      edit({ picks: picks.includes(pick) ? picks.filter((one) => one !== pick) : [...picks, pick] }),
    setContract: (value: string) => edit({ contract: value }),
    setMultiple: (value: number) => edit({ multiple: value }),
    place: () => {
      const period = open?.period ?? state.round?.period
      if (period === undefined) return
      betting.bet(
        open ?? {
          game,
          period,
          picks: picks as (typeof state.options)[number]['option'][],
          contract,
          multiple,
        },
      )
    },
  }
}

export type Slip = ReturnType<typeof useSlip>

const offered = (wanted: string | null, contracts: readonly string[]): string =>
  contracts.find((contract) => contract === wanted) ?? contracts[0] ?? '10.00'

type WhyProps = Pick<SlipProps, 'game' | 'state' | 'phase'> & {
  picks: readonly string[]
  quote: ReturnType<typeof quoteOf>
  locked: boolean
}

/** Why the bet cannot be placed now, in a sentence; undefined: it can. */
function useWhy({ state, phase, picks, quote, locked }: WhyProps): string | undefined {
  const { t } = useTranslation(['game', 'ui'])
  const money = useMoneyText()
  const words = useGameWords()
  const block = useMoneyBlock()
  const online = useOnline()
  if (!online) return t('ui:offline.money')
  if (block !== null) return block.short
  if (locked) return undefined
  if (state.state !== 'on') return t(`why.${state.state}`)
  if (phase !== 'open') return t('why.closed')
  if (picks.length === 0) return t('why.noPick')
  if (picks.length > state.maxPicks) return t('why.tooMany', { count: state.maxPicks })
  const short = shortRoom(state, picks, quote.stake)
  if (short !== null) {
    const option = words.option(short.option, state.kind)
    return parseMoney(short.room) > 0n
      ? t('why.room', { option, amount: money(short.room) })
      : t('why.roomNone', { option })
  }
  if (state.memberRoom !== null && parseMoney(quote.total) > parseMoney(state.memberRoom))
    return t('why.limit', { amount: money(state.memberRoom) })
  return undefined
}
