import { PlayPage } from './play-page.tsx'

/** King. */
export default function KingScreen() {
  return <PlayPage game="king-2m" />
}
