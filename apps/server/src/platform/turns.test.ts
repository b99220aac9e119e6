import { expect, test } from 'vitest'
import { createTurns, NoTurn } from './turns.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

test('some run at once, the others in the order of their arrival, and what does not fit is refused', async () => {
  const turns = createTurns({ atOnce: 2, waiting: 3, waitMs: 60_000 })
  const gates = Array.from({ length: 5 }, gate)
  const began: number[] = []
  const all = gates.map(({ opened }, n) =>
    turns.run(async () => {
      began.push(n)
      await opened
      return n
    }),
  )
  await expect(turns.run(() => Promise.resolve())).rejects.toThrow(NoTurn)
  expect(began).toEqual([0, 1])
  for (const { open } of gates) open()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
  expect(began).toEqual([0, 1, 2, 3, 4])
})

test('a failure gives its place to the next one', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1, waitMs: 60_000 })
  const failed = turns.run(() => Promise.reject(new Error('failed')))
  const next = turns.run(() => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('next')
  expect(await turns.run(() => Promise.resolve('later'))).toBe('later')
})

test('one that waited too long is refused without being tried, and gives its place to the next one', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 2, waitMs: -1 })
  const { opened, open } = gate()
  const first = turns.run(() => opened)
  let tried = 0
  const late = [1, 2].map(() => turns.run(() => Promise.resolve(tried++)))
  open()
  await first
  for (const one of await Promise.allSettled(late)) expect(one).toMatchObject({ reason: expect.any(NoTurn) })
  expect(tried).toBe(0)
  expect(await turns.run(() => Promise.resolve('free'))).toBe('free')
})
