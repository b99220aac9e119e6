/** The part of subset-font that the build uses; the package has no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    variationAxes?: Record<string, number | { min: number; max: number }>
    /** tags of OpenType features to retain; all without it */
    keepFeatures?: readonly string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
