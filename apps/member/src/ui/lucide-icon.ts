/**
 * Draws the icons of lucide-react without the library's own frame, whose context, naming and stroke options no page
 * uses (`build/lean-icons.ts` replaces it).
 */
import { createElement } from 'react'
import type { SVGProps } from 'react'

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

const hasName = (props: object): boolean =>
  'aria-label' in props || 'aria-labelledby' in props || 'title' in props || 'role' in props

export default function createIcon({ node }: IconData) {
  return function Icon({ size = 24, color = 'currentColor', ...rest }: IconProps) {
    const frame = {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round' as const,
      strokeLinejoin: 'round' as const,
      'aria-hidden': hasName(rest) ? undefined : true,
    }
    return createElement(
      'svg',
      { ...frame, ...rest },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
