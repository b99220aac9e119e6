/** The parts of the head of a page on a tablet. */
export { SearchBox } from '../search/search-box.tsx'
export { BalancePill } from './balance-pill.tsx'
