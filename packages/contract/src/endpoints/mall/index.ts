/** The calls of the mall. */
export * from './draws.ts'
export * from './goods.ts'
export * from './orders.ts'
export * from './wishes.ts'
export * from './pk.ts'
export { vouchers } from './vouchers.ts'
export * from './reviews.ts'
export { orderAddress, orderDispute, orderReceive, orderRecycle } from './prizes.ts'
