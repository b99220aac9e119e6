import { ART_NAMES } from '../portraits/art.ts'
import { Portrait } from '../portraits/portrait.tsx'
import { KitSection } from './kit-section.tsx'

const GROUNDS: Record<string, string> = {
  headphones: 'iris',
  watch: 'leaf',
  bicycle: 'leaf',
  cash: 'leaf',
  gold: 'sun',
  scooter: 'rose',
  cooker: 'rose',
  refrigerator: 'rose',
  television: 'iris',
  prize: 'sun',
}

export function KitPortraits() {
  return (
    <KitSection name="Product portraits">
      <div className="grid grid-cols-3 gap-2.5">
        {ART_NAMES.map((art) => (
          <Portrait
            key={art}
            art={art}
            tile={GROUNDS[art] ?? 'sea'}
            image={null}
            lazy={false}
            className="rounded-card"
            title={art}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Portrait art="scooter" tile="rose" image={null} crop="card" lazy={false} className="rounded-card" />
        <Portrait art="gold" tile="sun" image={null} crop="card" lazy={false} className="rounded-card" />
      </div>
      <Portrait art="phone" tile="sea" image={null} crop="wide" lazy={false} className="-mx-4 h-66" />
    </KitSection>
  )
}
