/** The brand mark: a gold ticket with a stitched cut and a tick. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        d="M5.5 5h21A2.5 2.5 0 0 1 29 7.5v5a3.5 3.5 0 0 0 0 7v5a2.5 2.5 0 0 1-2.5 2.5h-21A2.5 2.5 0 0 1 3 24.5v-5a3.5 3.5 0 0 0 0-7v-5A2.5 2.5 0 0 1 5.5 5z"
        className="fill-gold"
      />
      <path
        d="M10.8 16.4l3.7 3.6 7-7.8"
        className="stroke-on-gold fill-none"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
