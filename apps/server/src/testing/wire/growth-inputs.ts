/** Valid inputs of tasks, events, invitations and teams. */
import { randomUUID } from 'node:crypto'
import { page, reason, type Inputs } from './some-values.ts'

type TaskName = 'taskList' | 'taskClaim' | 'taskCheckIn' | 'taskMember'

export const taskInputs = (): Inputs<TaskName> => ({
  taskList: {},
  taskClaim: { claim: 'share', requestId: randomUUID() },
  taskCheckIn: { requestId: randomUUID() },
  taskMember: {},
})

type EventName = 'prizeDetail' | 'prizeJoin' | 'prizeProof'
type EventDeskName = 'eventList' | 'eventShow' | 'eventCheck' | 'eventOpen'

/** The first event of a world. */
const EVENT = 'P1-0001'

export function eventInputs(): Inputs<EventName | EventDeskName> {
  const requestId = randomUUID()
  const event: Inputs<'eventCheck'>['eventCheck'] = {
    titles: [{ language: 'en-us', title: 'Share the pool' }],
    pool: '0.10',
    winners: 3,
    friends: 3,
    topUp: '100.00',
    opensAt: Date.UTC(2100, 0, 1),
    deadline: Date.UTC(2100, 1, 1),
    grade: 'beacon',
  }
  return {
    prizeDetail: { event: EVENT },
    prizeJoin: { event: EVENT, requestId },
    prizeProof: { event: EVENT },
    eventList: {},
    eventShow: { event: EVENT },
    eventCheck: event,
    eventOpen: { ...event, reason, requestId },
  }
}

type GrowthName =
  | 'userShare'
  | 'userInviteList'
  | 'teamDetail'
  | 'teamSummary'
  | 'teamBonus'
  | 'userRebateList'
  | 'userInviteTop'

export function growthInputs(): Inputs<GrowthName> {
  return {
    userShare: { shared: true },
    userInviteList: { ...page, state: 'qualified' },
    teamDetail: { ...page, level: 2 },
    teamSummary: {},
    teamBonus: {},
    userRebateList: { ...page, kind: 'shares', state: 'paid' },
    userInviteTop: { period: 'month' },
  }
}
