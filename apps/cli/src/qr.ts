/** A QR code in the terminal, two rows of modules per line. */
import { encodeQR } from 'qr'

const WHITE_ON_BLACK = '\u001b[97;40m'
const RESET = '\u001b[0m'

/**
 * The lines of a QR code. Light modules are drawn, so that a dark terminal shows it as printed; with colours it is so on every
 * terminal.
 * @returns no lines when the terminal is too narrow for it
 */
export function qrLines(text: string, { columns, colour }: { columns: number; colour: boolean }): string[] {
  const lines = encodeQR(text, 'ascii', { border: 2 }).trimEnd().split('\n')
  if (lines.some(({ length }) => length > columns)) return []
  return colour ? lines.map((line) => `${WHITE_ON_BLACK}${line}${RESET}`) : lines
}
