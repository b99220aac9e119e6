declare module 'virtual:message-hashes' {
  /** a hash of all messages of each offered language */
  const hashes: Record<string, string>
  export default hashes
}

declare module 'virtual:message-names' {
  const namespaces: readonly import('./i18n/namespaces.ts').Namespace[]
  export default namespaces
}
