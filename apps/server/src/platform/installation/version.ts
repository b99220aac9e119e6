import serverPackage from '../../../package.json' with { type: 'json' }

/** Version of this release, as the server's package.json states it. */
export const VERSION = serverPackage.version
