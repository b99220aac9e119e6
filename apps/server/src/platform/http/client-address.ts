/** Client addresses: loopback, and the key under which rate limits count an address. */

/** Whether an address belongs to this machine. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

/** The part of an address that a provider assigns to one customer: a whole IPv4 address, or the first 64 bits of IPv6. */
export function addressKey(address: string): string {
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!mapped.includes(':')) return mapped
  const [head = '', tail] = mapped.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':')
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
