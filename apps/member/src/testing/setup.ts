/** What the app's stores ask of a browser when they are loaded; the tests of pure parts run without one. */
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
