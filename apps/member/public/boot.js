// Runs before the first paint, so that neither the theme nor the writing direction flashes.
// The keys and values are those of src/stores/preferences.ts.
;(() => {
  const root = document.documentElement
  let saved = {}
  try {
    saved = JSON.parse(localStorage.getItem('fairlot.preferences') || '{}').state || {}
  } catch {
    // Storage can be blocked or damaged; the app then starts with the device's own settings.
  }
  const dark =
    saved.theme === 'dark' || (saved.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0a1416' : '#f3f4f0'
  if (saved.language) {
    root.lang = saved.language
    root.dir = saved.language === 'ar-sa' ? 'rtl' : 'ltr'
  }
})()
