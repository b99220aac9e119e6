declare module 'virtual:message-hashes' {
  /** a hash of all messages of each offered language */
  const hashes: Record<string, string>
  export default hashes
}
