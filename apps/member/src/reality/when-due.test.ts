import { expect, test, vi } from 'vitest'
import { watchStretch } from './when-due.ts'
import type { Stretch } from './when-due.ts'

const MINUTE = 60_000

function world(stretch: Stretch | Error) {
  const state = { now: 0, stretch, answered: 0, visible: true, dues: 0, asked: 0 }
  let timer: { at: number; run: () => void } | undefined
  const watch = watchStretch({
    ask: async () => {
      state.asked += 1
      if (state.stretch instanceof Error) throw state.stretch
      return state.stretch
    },
    answeredUntil: () => state.answered,
    now: () => state.now,
    isVisible: () => state.visible,
    after: (ms, run) => {
      const mine = { at: state.now + ms, run }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
    due: () => {
      state.dues += 1
    },
  })
  /** Lets time pass and runs what is due. */
  const pass = async (ms: number) => {
    const end = state.now + ms
    while (timer && timer.at <= end) {
      const { at, run } = timer
      timer = undefined
      state.now = at
      run()
      await vi.waitFor(() => undefined)
      await Promise.resolve()
    }
    state.now = end
  }
  const start = async () => {
    watch.look()
    await vi.waitFor(() => expect(timer !== undefined || state.dues > 0).toBe(true))
  }
  return { state, watch, pass, start }
}

test('is due after the set minutes of use, once the server has confirmed it', async () => {
  const { state, pass, start } = world({ activeSince: 0, everyMinutes: 30 })
  await start()
  await pass(29 * MINUTE)
  expect(state).toMatchObject({ dues: 0, asked: 1 })
  await pass(2 * MINUTE)
  expect(state).toMatchObject({ dues: 1, asked: 2 })
})

test('starts counting again after a pause', async () => {
  const { state, pass, start } = world({ activeSince: 0, everyMinutes: 30 })
  await start()
  state.stretch = { activeSince: 25 * MINUTE, everyMinutes: 30 }
  await pass(54 * MINUTE)
  expect(state.dues).toBe(0)
  await pass(2 * MINUTE)
  expect(state.dues).toBe(1)
})

test('respects an answer given in another tab', async () => {
  const { state, pass, start } = world({ activeSince: 0, everyMinutes: 30 })
  await start()
  state.answered = 50 * MINUTE
  await pass(49 * MINUTE)
  expect(state.dues).toBe(0)
  await pass(2 * MINUTE)
  expect(state.dues).toBe(1)
})

test('waits while the page is in the background', async () => {
  const { state, watch, pass, start } = world({ activeSince: 0, everyMinutes: 30 })
  await start()
  state.visible = false
  await pass(60 * MINUTE)
  expect(state).toMatchObject({ dues: 0, asked: 1 })
  state.visible = true
  watch.look()
  await vi.waitFor(() => expect(state.dues).toBe(1))
})

test('tries again later when the server does not answer, and does nothing once stopped', async () => {
  const { state, watch, pass, start } = world(new Error('no network'))
  await start()
  state.stretch = { activeSince: -40 * MINUTE, everyMinutes: 30 }
  await pass(2 * MINUTE)
  expect(state).toMatchObject({ dues: 1, asked: 2 })
  watch.stop()
  watch.look()
  await pass(60 * MINUTE)
  expect(state.asked).toBe(2)
})
