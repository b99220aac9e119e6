/** Settings of prize-share events: the proposals for new events, and how long a draw waits for its witnesses. */
import { defineSetting, money, whole } from '../../../platform/settings/settings.ts'

export const EVENT_FRIENDS = defineSetting({
  name: 'growth.eventFriends',
  about: 'Number of friends that a member must invite to join a prize-share event. Default for new events.',
  kind: whole({ minimum: 1, maximum: 100, unit: 'friends' }),
  initial: '3',
  effect: 'new',
})
export const EVENT_TOP_UP = defineSetting({
  name: 'growth.eventTopUp',
  about: 'Amount that each of these friends must top up before the deadline. Default for new events.',
  kind: money({ minimum: 100n, maximum: 10_000_000_000n }),
  initial: '100.00',
  effect: 'new',
})
export const EVENT_WITNESS_PATIENCE = defineSetting({
  name: 'growth.witnessPatienceMinutes',
  about:
    'Minutes after which a witness that does not answer counts as not having signed a seal. The event is then drawn in favour of its members; one that opened before version 3 of the log’s rules is sealed again.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '15',
  effect: 'all',
})
export const EVENT_WITNESSED_DELAY = defineSetting({
  name: 'growth.witnessedDelaySeconds',
  about:
    'Seconds from the seal of a witnessed event to the public random number that decides it. Its witnesses sign in between. Holds for new events.',
  kind: whole({ minimum: 30, maximum: 300, unit: 'seconds' }),
  initial: '60',
  effect: 'new',
})

export const EVENT_SETTINGS = [EVENT_FRIENDS, EVENT_TOP_UP, EVENT_WITNESS_PATIENCE, EVENT_WITNESSED_DELAY]
