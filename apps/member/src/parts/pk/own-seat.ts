import type { CardData } from '../goods-card/goods-card.tsx'

export type SeatsData = NonNullable<CardData['seats']>
export type Seat = SeatsData['places'][number]

/** The seat that a member can take: the first free one. */
export const freeSeat = ({ places }: SeatsData): Seat | undefined => places.find(({ name }) => name === null)
/** The caller's seat. */
export const ownSeat = ({ places }: SeatsData): Seat | undefined => places.find(({ mine }) => mine)
