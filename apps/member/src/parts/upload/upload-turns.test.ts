import { expect, test } from 'vitest'
import { inTurn } from './upload-turns.ts'

const { signal } = new AbortController()

test('two pictures are sent at a time, the others in their order, and a failed one makes room', async () => {
  const begun: string[] = []
  const sending = (name: string) => {
    const gate = Promise.withResolvers<void>()
    const done = inTurn(signal, () => {
      begun.push(name)
      return gate.promise
    })
    return { gate, done }
  }
  const [a, b, c, d] = [sending('a'), sending('b'), sending('c'), sending('d')]
  expect(begun).toEqual(['a', 'b'])
  b.gate.reject(new Error('the network is gone'))
  await expect(b.done).rejects.toThrow('the network is gone')
  expect(begun).toEqual(['a', 'b', 'c'])
  a.gate.resolve()
  await a.done
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  c.gate.resolve()
  d.gate.resolve()
  await Promise.all([c.done, d.done])
})

test('a picture that the member removed while it waited is not sent, and the next one is', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = gates.map(({ promise }) => inTurn(signal, () => promise))
  const removed = new AbortController()
  let wasSent = false
  const waits = inTurn(removed.signal, () => {
    wasSent = true
    return Promise.resolve()
  })
  const next = inTurn(signal, () => Promise.resolve('sent'))
  removed.abort()
  gates[0]!.resolve()
  await expect(waits).rejects.toThrow()
  expect([wasSent, await next]).toEqual([false, 'sent'])
  gates[1]!.resolve()
  await Promise.all(running)
})
