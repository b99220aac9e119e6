import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Rich } from './rich.tsx'

const html = (text: string) => renderToStaticMarkup(<Rich text={text} parts={{ b: <b />, sum: <i>5</i> }} />)

describe('Rich', () => {
  test('wraps the words between tags and replaces empty tags', () => {
    expect(html('<b>Rahim ***</b> won <sum/> today')).toBe('<b>Rahim ***</b> won <i>5</i> today')
  })

  test('shows unknown tags as text, never as markup', () => {
    expect(html('<script>x</script> and <b>y</b>')).toBe('&lt;script&gt;x&lt;/script&gt; and <b>y</b>')
  })
})
