/** The calls that the authorization matrix makes: every caller, in every way to send a session. */
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { inputOf, kindsOf } from './auth-inputs.ts'
import { COLUMNS, rowFor, type Column } from './auth-table.ts'
import { membersOf, operatorsOf, type AuthWorld, type Caller } from './auth-world.ts'
import { operatorCookieHeader, type RawCall } from '../client.ts'
import { makeOperator } from '../operators.ts'

export type Trial = { column: Column; call: RawCall }

/** Answers that must not depend on the input: no session, no permission, the account is not set up. */
const BEFORE_INPUT = new Set(['4', '-', '1'])

/**
 * The calls of one endpoint by every caller. A call that could end or change its caller's session gets a new caller, and a
 * call that could change data gets new data. Callers who are refused whatever they ask for send what the owner of the data, or an operator
 * who owns the house, could send.
 * @returns in the order of the columns; several calls per column where there are several ways to send the session
 */
export async function trialsOf(world: AuthWorld, name: EndpointName): Promise<Trial[]> {
  const { auth, path } = ENDPOINTS[name]
  const isOperatorCall = auth === 'operator'
  // a round of a game that lasts may begin after the session has been idle for too long
  if (isOperatorCall) world.requester = await makeOperator(world.server, ['owner'])
  const [members, operators] = [world.reusable.slice(0, 6), world.reusable.slice(6)]
  const callers = [
    ...(auth === 'anyone' || isOperatorCall ? members : await membersOf(world, kindsOf(name))),
    ...(isOperatorCall ? await operatorsOf(world) : operators),
  ]
  if (callers.some(({ column }, n) => column !== COLUMNS[n]))
    throw new Error('the callers are not in the order of the columns')
  const { letters } = rowFor(name)
  const [model] = callers.filter(({ column }) => column === (isOperatorCall ? 'owner' : 'own'))
  const shared = await inputOf(world, name, model!)
  const trials: Trial[] = []
  for (const [n, caller] of callers.entries()) {
    const isShared = caller === model || BEFORE_INPUT.has(letters[n] ?? '')
    for (const way of waysOf(caller, isOperatorCall)) {
      const param = isShared ? shared : await inputOf(world, name, caller)
      trials.push({ column: caller.column, call: { path, param, ...way } })
    }
  }
  return trials
}

type Way = Pick<RawCall, 'session' | 'operator' | 'cookie'>

/** How a caller can send its session: as intended, or in the place of a session of the other kind. */
function waysOf({ member, operator }: Caller, isOperatorCall: boolean): Way[] {
  if (member)
    return isOperatorCall
      ? [{ session: member.session }, { operator: member.session }]
      : [{ session: member.session }]
  if (!operator) return [{}]
  if (isOperatorCall) return [{ operator: operator.session }]
  const cookie = operatorCookieHeader(operator.session.token)
  return [{ cookie }, { session: operator.session, cookie }]
}
