/** The tables of Double PK: the lobby, a free seat, alone at the table, and both seats taken. */
import { answers, at, BUYING, goods, inCard, type Data, type State } from './state.ts'

const TABLE = goods('COOKDUO-0002')

const sit = (card: Data, seat: number, more: Data) => {
  const { places } = card['seats'] as { places: Data[] }
  Object.assign(places[seat]!, more)
}
const alone = answers(
  '/goods/detail',
  inCard((card) => {
    sit(card, 0, { name: 'Nadia ***', mine: true })
    card['mine'] = 30
  }),
)
const bothTaken = answers(
  '/goods/detail',
  inCard((card) => {
    sit(card, 1, { name: 'Nadia ***', mine: true })
    Object.assign(card, {
      status: 'sold_out',
      sold: card['shares'],
      mine: 30,
      soldOutAt: Date.now(),
      drawAt: Date.now() + 27_000,
    })
  }),
)

/** The second seat is the member's, and its half has the winning code. */
const won = answers('/goods/detail', (data) => {
  const { card } = data as { card: Data }
  sit(card, 0, { name: 'Tanvir ***', mine: false })
  sit(card, 1, { name: 'Nadia ***', mine: true })
  Object.assign(card, {
    status: 'drawn',
    sold: card['shares'],
    mine: 30,
    soldOutAt: Date.now(),
    drawAt: Date.now(),
    drawnAt: Date.now(),
    winner: { code: 1_000_047, name: 'Nadia ***', quantity: 30, mine: true },
  })
  Object.assign(data, { mine: [{ order: 'a', first: 1_000_031, quantity: 30, at: Date.now() }] })
})

export const PK_STATES: State[] = [
  at('pk-lobby', 'nobody', '#/pages/mall/mall?mode=pk', { shows: 'main .ticket' }),
  at('pk-table', 'nobody', TABLE),
  at('pk-buy', 'member', `${TABLE}&buy=30`, BUYING),
  at('pk-alone', 'member', TABLE, { before: alone }),
  at('pk-draw', 'member', '#/pages/goods/draw?issue=COOKDUO-0002', {
    before: bothTaken,
    shows: '[role=timer]',
  }),
  at('pk-draw-won', 'member', '#/pages/goods/draw?issue=COOKDUO-0002', {
    before: won,
    shows: '.text-win',
  }),
  at('pk-both', 'member', TABLE, { before: bothTaken }),
]
