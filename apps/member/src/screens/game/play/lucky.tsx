import { useSearch } from '@tanstack/react-router'
import { GAMES, KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import { PlayPage } from './play-page.tsx'

/** Lucky ball; without a game in the address, the one with the shortest rounds. */
export default function LuckyScreen() {
  const { game } = useSearch({ from: '/pages/game/game' })
  const lucky = GAMES.filter((one) => KIND_OF_GAME[one] === 'lucky')
  return <PlayPage game={lucky.find((one) => one === game) ?? 'lucky-1m'} />
}
