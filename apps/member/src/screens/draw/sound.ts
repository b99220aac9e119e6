/** Short synthesised sounds. They are off until the member switches them on; this browser remembers the choice. */
import { create } from 'zustand'

const KEY = 'fairlot.drawSound'

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    // Storage is blocked: sounds are off.
    return false
  }
}

type Sound = { on: boolean; toggle: () => void }

export const useSound = create<Sound>()((set, get) => ({
  on: kept(),
  toggle: () => {
    const on = !get().on
    set({ on })
    try {
      localStorage.setItem(KEY, on ? 'on' : 'off')
    } catch {
      // Not stored: the choice holds until the page closes.
    }
    // Browsers allow sound only after a tap, and this is one.
    if (on) play([660])
  },
}))

let context: AudioContext | null = null

/** Plays soft tones one after another, in hertz. */
function play(tones: readonly number[]): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const audio = context
  // A page that was opened without a tap may stay silent.
  void audio.resume().catch(() => undefined)
  tones.forEach((tone, index) => {
    const from = audio.currentTime + index * 0.13
    const wave = audio.createOscillator()
    const volume = audio.createGain()
    wave.type = 'sine'
    wave.frequency.value = tone
    volume.gain.setValueAtTime(0.0001, from)
    volume.gain.exponentialRampToValueAtTime(0.12, from + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.24)
    wave.connect(volume).connect(audio.destination)
    wave.start(from)
    wave.stop(from + 0.26)
  })
}

/** A digit has locked. */
export const playLock = (digit: number): void => {
  if (useSound.getState().on) play([392 + digit * 28])
}

/** The member has won. A loss has no sound. */
export const playWin = (): void => {
  if (useSound.getState().on) play([523, 659, 784])
}
