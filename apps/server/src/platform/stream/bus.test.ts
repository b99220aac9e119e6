import { expect, test } from 'vitest'
import { createBus } from './bus.ts'

const event = (version: number) => ({ version, data: {} })

test('delivers events to the listeners of their topic in order until they unsubscribe', () => {
  const bus = createBus(() => expect.unreachable())
  const heard: string[] = []
  const stop = bus.subscribe('a', ({ version }) => heard.push(`first ${version}`))
  bus.subscribe('a', ({ version }) => heard.push(`second ${version}`))
  bus.subscribe('b', ({ version }) => heard.push(`other ${version}`))
  bus.publish('a', event(1))
  bus.publish('b', event(2))
  stop()
  bus.publish('a', event(3))
  expect(heard).toEqual(['first 1', 'second 1', 'other 2', 'second 3'])
})

test('a topic is wanted while it has a listener, also after another unsubscribed twice', () => {
  const bus = createBus(() => expect.unreachable())
  expect(bus.wanted('a')).toBe(false)
  const first = bus.subscribe('a', () => undefined)
  first()
  const second = bus.subscribe('a', () => undefined)
  first()
  expect(bus.wanted('a')).toBe(true)
  second()
  expect(bus.wanted('a')).toBe(false)
})

test('reports a listener that throws and delivers the event to the others', () => {
  const errors: unknown[] = []
  const bus = createBus((error) => errors.push(error))
  const heard: number[] = []
  bus.subscribe('a', () => {
    throw new Error('broken')
  })
  bus.subscribe('a', ({ version }) => heard.push(version))
  bus.publish('a', event(1))
  expect(heard).toEqual([1])
  expect(errors).toEqual([new Error('broken')])
})
