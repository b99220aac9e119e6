import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Rich } from './rich.tsx'

const html = (text: string) => renderToStaticMarkup(<Rich text={text} parts={{ b: <b />, sum: <i>5</i> }} />)

describe('a message with parts', () => {
  it('puts the words between tags into their element, and elements in place of empty tags', () => {
    expect(html('<b>Rahim ***</b> won <sum/> today')).toBe('<b>Rahim ***</b> won <i>5</i> today')
  })

  it('leaves other tags as text, and never as markup', () => {
    expect(html('<script>x</script> and <b>y</b>')).toBe('&lt;script&gt;x&lt;/script&gt; and <b>y</b>')
  })
})
