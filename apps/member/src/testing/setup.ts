/** Browser functions that the app's stores use when they are loaded. Tests of pure code run without a browser. */
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// A call that a page makes after its test has no server. Happy DOM would open a connection, which can keep the process of the tests alive.
globalThis.fetch = () => Promise.reject(new TypeError('no server answers after the test'))
