/** Which files of a PostgreSQL cluster a base backup contains. The rules are those of pg_basebackup. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Directories whose contents PostgreSQL makes at its start. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  // The WAL of the backup is copied at its end, by segment.
  'pg_wal',
])

/** Directories that have to be in pg_wal. PostgreSQL before 17 ignores the second one. */
const IN_WAL = ['pg_wal/archive_status', 'pg_wal/summaries']

const LEFT_OUT = new Set([
  'backup_label',
  'backup_label.old',
  'backup_manifest',
  'current_logfiles',
  'current_logfiles.tmp',
  'postgresql.auto.conf.tmp',
  'postmaster.opts',
  'postmaster.pid',
  'tablespace_map',
  'tablespace_map.old',
])

const isLeftOut = (name: string) =>
  LEFT_OUT.has(name) ||
  name.startsWith('pgsql_tmp') ||
  name.startsWith('pg_internal.init') ||
  name.endsWith('.draft')

/** PostgreSQL rewrites this file as a whole, and the copy is made last. */
export const CONTROL_FILE = 'global/pg_control'

export type ClusterFiles = {
  /** below the cluster, parents before their children */
  directories: string[]
  /** below the cluster; without the control file */
  files: string[]
  /** of these files now */
  bytes: number
}

/**
 * Lists what a base backup copies. Files can disappear afterwards, when a running server drops a table.
 *
 * @throws Error with a sentence when the cluster has files elsewhere (tablespaces)
 */
export async function listCluster(clusterDir: string): Promise<ClusterFiles> {
  const found: ClusterFiles = { directories: [], files: [], bytes: 0 }
  await listDirectory(clusterDir, '', found)
  found.directories.push(...IN_WAL)
  return found
}

async function listDirectory(clusterDir: string, at: string, found: ClusterFiles): Promise<void> {
  for (const entry of await readdir(path.join(clusterDir, at), { withFileTypes: true })) {
    const below = at === '' ? entry.name : `${at}/${entry.name}`
    if (isLeftOut(entry.name) || below === CONTROL_FILE) continue
    if (at === 'pg_tblspc') {
      throw new Error(
        `the cluster ${clusterDir} has a tablespace (${below}), and this backup does not copy tablespaces. ` +
          'Move its tables into the cluster (alter table … set tablespace pg_default), or use pg_basebackup.',
      )
    }
    // pg_wal can be a link to another disk.
    if (EMPTIED.has(below)) found.directories.push(below)
    else if (entry.isDirectory()) {
      found.directories.push(below)
      await listDirectory(clusterDir, below, found)
    } else {
      const about = await stat(path.join(clusterDir, below)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!about) continue
      if (!about.isFile()) throw new Error(`${path.join(clusterDir, below)} is not a plain file.`)
      found.files.push(below)
      found.bytes += about.size
    }
  }
}
